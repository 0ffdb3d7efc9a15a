import {
  type InternalTransaction,
  internalTxsOfCallTracer,
  internalTxsOfTraceBlock,
} from '../../domain/evm/internal-transactions';
import type { RpcBlock } from '../../domain/evm/rpc';
import { openSizeEstimate } from '../../domain/size-estimate';
import { type Clock, systemClock } from '../clock';
import { NodeDown, NodeError, NodeRefused } from '../node/errors';
import type { Call, RpcClient } from '../node/rpc';

/** The fields of a block that tracing needs. */
export type Traced = Pick<RpcBlock, 'number' | 'hash' | 'transactions'>;

type Fields = Readonly<Record<string, unknown>>;
/** One method to ask a node for a block's traces. */
interface TraceMethod {
  readonly call: (block: Traced) => Call;
  /** Why the answer does not cover exactly this block, or undefined. */
  readonly mismatch: (block: Traced, answer: readonly unknown[]) => string | undefined;
  readonly internalTxs: (answer: readonly unknown[]) => InternalTransaction[];
}

/** The codes for an unsupported method: JSON-RPC's, EIP-1474's, and those of node plans without tracing. */
const NO_SUCH_METHOD = new Set([-32601, -32004, -32600, -32602]);
/** EIP-1474's code for a resource that is not found: the node does not have the block (yet). */
const NOT_FOUND = -32001;

/**
 * By hash: an answer by number may be of another branch, and geth's does not name its block. Parity's takes only a
 * number, but each of its traces names its block.
 */
const TRACE_METHODS: readonly TraceMethod[] = [
  {
    call: ({ hash }) => ['debug_traceBlockByHash', hash, { tracer: 'callTracer' }],
    mismatch: callTracerMismatch,
    internalTxs: internalTxsOfCallTracer,
  },
  { call: ({ number }) => ['trace_block', number], mismatch: traceBlockMismatch, internalTxs: internalTxsOfTraceBlock },
];

/** Blocks traced at once, and the bytes of their answers: parsed they take several times that. */
const MAX_PARALLEL_BLOCKS = 4;
const MAX_BYTES_IN_FLIGHT = 24_000_000;

/** Sorts after every time that was measured. */
const FAILED = Number.MAX_SAFE_INTEGER;
/** A method that takes longer, ms, makes it worth to see what another takes. */
const SLOW_MS = 50;

/**
 * Traces of one node. Methods that the node does not support are cached, and not tried again; of the others the quicker
 * one is asked first: some nodes keep what one method answers, and run each block anew for the other. `part`: of the bytes
 * in flight that a process may have.
 */
export function openTraces(
  rpc: Pick<RpcClient, 'call' | 'bytes'>,
  now: Clock = systemClock,
  part: () => number = () => 1,
) {
  let methods = TRACE_METHODS;
  /** What each took last, ms; one that failed is asked last. */
  const took = new Map<TraceMethod, number>();
  const quickestFirst = (): TraceMethod[] =>
    methods.toSorted((a, b) => (took.get(a) ?? SLOW_MS) - (took.get(b) ?? SLOW_MS));
  const answerSize = openSizeEstimate();
  let underWay = 0;
  const ask = async (call: Call): Promise<unknown> => {
    const before = rpc.bytes;
    underWay += 1;
    try {
      return await rpc.call(...call);
    } finally {
      // What came meanwhile for others is shared out.
      answerSize.note((rpc.bytes - before) / underWay);
      underWay -= 1;
    }
  };
  return {
    /** How many blocks to trace at once: as many as their answers allow, as far as their size is known. */
    parallel: (): number => answerSize.fit(MAX_BYTES_IN_FLIGHT * part(), { max: MAX_PARALLEL_BLOCKS, first: 1 }),

    /** Whether the node answers at all. */
    isUp: (): Promise<boolean> =>
      rpc.call('eth_chainId').then(
        () => true,
        () => false,
      ),

    /**
     * The internal transactions of a block, in order; 'unsupported' if the node supports no tracing method. Throws
     * NodeError if it can trace, but not this block now. Most nodes keep the state that it takes only for the newest
     * blocks.
     */
    async internalTxs(block: Traced): Promise<InternalTransaction[] | 'unsupported'> {
      if (block.transactions.length === 0) return [];
      let firstError: NodeError | undefined;
      for (const method of quickestFirst()) {
        const began = now();
        const answer = await ask(method.call(block)).catch((error: unknown) => {
          if (!(error instanceof NodeError) || saysNothing(error)) throw error;
          return error;
        });
        if (answer instanceof NodeRefused && NO_SUCH_METHOD.has(answer.code)) {
          methods = methods.filter((known) => known !== method);
        } else if (answer instanceof NodeError && !isNotFound(answer)) {
          took.set(method, FAILED);
          firstError ??= answer;
        } else {
          const wrong = Array.isArray(answer) ? method.mismatch(block, answer) : 'there are none';
          if (wrong === undefined) {
            took.set(method, now() - began);
            return method.internalTxs(answer as unknown[]);
          }
          took.set(method, FAILED);
          firstError ??= new NodeDown(`incomplete traces of block ${Number(block.number)}: ${wrong}`, 'absent');
        }
      }
      if (firstError) throw firstError;
      return 'unsupported';
    },
  };
}
const isNotFound = (error: NodeError): boolean => error instanceof NodeRefused && error.code === NOT_FOUND;
/** A failure of the node as a whole, which says nothing of the block. */
export const saysNothing = ({ failure }: NodeError): boolean => failure === 'down' || failure === 'throttled';

/** What `openTraces` gives. */
export type Traces = ReturnType<typeof openTraces>;

function callTracerMismatch({ transactions }: Traced, answer: readonly unknown[]): string | undefined {
  if (answer.length !== transactions.length) return `${answer.length} for ${transactions.length} transactions`;
  for (const [i, { hash }] of transactions.entries()) {
    const { txHash, result } = fieldsOf(answer[i]);
    // Older nodes do not name the transaction.
    if (txHash !== undefined && txHash !== hash) return `trace ${i} is of another transaction`;
    // A transaction whose tracing failed has an error instead of a tree; a node without tracers returns opcodes.
    if (typeof fieldsOf(result).type !== 'string') return `trace ${i} is not a call tree`;
  }
  return undefined;
}

function traceBlockMismatch({ hash, transactions }: Traced, answer: readonly unknown[]): string | undefined {
  const traces = answer.map(fieldsOf);
  const other = traces.find(({ blockHash }) => blockHash !== hash);
  if (other) return 'they are of another block';
  // Rewards belong to the block, not to a transaction.
  const tops = traces.filter(
    (t) => t.type !== 'reward' && Array.isArray(t.traceAddress) && t.traceAddress.length === 0,
  );
  if (tops.length !== transactions.length) return `${tops.length} for ${transactions.length} transactions`;
  for (const [i, transaction] of transactions.entries()) {
    const top = tops[i];
    if (top?.transactionPosition !== i || top.transactionHash !== transaction.hash)
      return `trace ${i} is of another transaction`;
  }
  return undefined;
}

const fieldsOf = (given: unknown): Fields => (typeof given === 'object' && given !== null ? (given as Fields) : {});
