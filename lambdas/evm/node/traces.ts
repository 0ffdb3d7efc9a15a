import { createSizeEstimate } from '../../core/domain/size-estimate';
import { AnswerTooLong, IncompleteTraces, NodeDown, NodeError, NodeRefused } from '../../core/node/errors';
import type { AnswerLimits } from '../../core/node/exchange';
import type { Call, RpcClient } from '../../core/node/rpc';
import { type Clock, steadyClock } from '../../core/runtime/clock';
import type { InternalTransaction } from '../domain/internal-transactions';
import { type Matched, TRACE_METHODS, type Traced, type TraceMethod } from './trace-methods';

/** The codes for an unsupported method: JSON-RPC's, EIP-1474's, and those of node plans without tracing. */
const NO_SUCH_METHOD = new Set([-32601, -32004, -32600, -32602]);
/** EIP-1474's code for a resource that is not found: the node does not have the block (yet). */
const NOT_FOUND = -32001;

/** Blocks traced at once, and the bytes of their answers: parsed they take several times that. */
const MAX_PARALLEL_BLOCKS = 4;
const MAX_BYTES_IN_FLIGHT = 24_000_000;
/** The longest texts of traces that are read are hashes, bytes. */
const MAX_TEXT_BYTES = 66;
/**
 * Of one of several blocks at once, and of one that is traced alone, some 40,000 calls: a block of 30 million gas can hold
 * five times as many, and a process has no memory for them.
 */
const SHORT: AnswerLimits = { maxBytes: 3_000_000, maxTextBytes: MAX_TEXT_BYTES };
const LONG: AnswerLimits = { maxBytes: 16_000_000, maxTextBytes: MAX_TEXT_BYTES };
/** After one with long traces so many blocks are traced alone, instead of being asked for twice. */
const BLOCKS_ALONE = 16;

/** Transactions of a block that fail one after the other, from the first on, before the others are not asked for. */
const MAX_FAILED_TRANSACTIONS = 5;
/** Limit for one block: about as many as the longest answer that is read. */
const MAX_INTERNAL_TXS = 40_000;

/** Sorts after every time that was measured. */
const FAILED = Number.MAX_SAFE_INTEGER;
/** A method that takes longer, ms, makes it worth to see what another takes. */
const SLOW_MS = 50;

/** The memory that the chains of a process share. */
interface Memory {
  /** The part of the bytes in flight that one chain may have. */
  part(): number;
  /** Does what takes much memory while nothing else of the kind is under way. */
  exclusive<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * Traces of one node. Methods that the node does not support are cached, and not tried again; of the others the quicker
 * one is asked first: some nodes keep what one method answers, and run each block anew for the other.
 */
export function createTraces(
  rpc: Pick<RpcClient, 'call' | 'callWithin' | 'bytes'>,
  steady: Clock = steadyClock,
  memory: Memory = { part: () => 1, exclusive: (work) => work() },
) {
  let methods = TRACE_METHODS;
  /** What each took last, ms; one that failed is asked last. */
  const took = new Map<TraceMethod, number>();
  const quickestFirst = (): TraceMethod[] =>
    methods.toSorted((a, b) => (took.get(a) ?? SLOW_MS) - (took.get(b) ?? SLOW_MS));
  const answerSize = createSizeEstimate();
  let underWay = 0;
  const ask = async (call: Call, limits: AnswerLimits): Promise<unknown> => {
    const before = rpc.bytes;
    underWay += 1;
    try {
      return await rpc.callWithin(limits, ...call);
    } finally {
      // What came meanwhile for others is shared out.
      answerSize.note((rpc.bytes - before) / underWay);
      underWay -= 1;
    }
  };
  /** Throws AnswerTooLong if what the node answers is longer, by each of its methods. */
  const getInternalTxs = async (
    block: Traced,
    limits: AnswerLimits,
  ): Promise<InternalTransaction[] | 'unsupported'> => {
    let reason: NodeError | undefined;
    const failed = (method: TraceMethod, error: NodeError): void => {
      took.set(method, FAILED);
      // The first, but what is not too long by another method may pass.
      if (!reason || reason instanceof AnswerTooLong) reason = error;
    };
    for (const method of quickestFirst()) {
      const began = steady();
      const answer = await ask(method.call(block), limits).catch((error: unknown) => {
        if (!(error instanceof NodeError) || saysNothing(error)) throw error;
        if (error instanceof AnswerTooLong && limits === SHORT) throw error;
        return error;
      });
      if (answer instanceof NodeRefused && NO_SUCH_METHOD.has(answer.code)) {
        methods = methods.filter((known) => known !== method);
      } else if (answer instanceof NodeError && !isNotFound(answer)) {
        failed(method, answer);
      } else {
        const matched = Array.isArray(answer) ? method.match(block, answer) : 'there are none';
        const wrong = typeof matched === 'string' ? matched : untracedReason(block, matched);
        if (typeof matched !== 'string' && wrong === undefined) {
          took.set(method, steady() - began);
          return method.internalTxs(matched);
        }
        const message = `incomplete traces of block ${Number(block.number)}: ${wrong}`;
        const isPart = typeof matched !== 'string' && matched.some(Boolean);
        failed(method, isPart ? new IncompleteTraces(message) : new NodeDown(message, 'absent'));
      }
    }
    if (reason) throw reason;
    return 'unsupported';
  };
  /** The traces of one transaction, by the first method that has them; undefined if none has. Throws if the node is away. */
  const getSingle = async (hash: string): Promise<((tx: number) => InternalTransaction[]) | undefined> => {
    for (const method of quickestFirst()) {
      const answer = await ask(method.single(hash), LONG).catch((error: unknown) => {
        if (!(error instanceof NodeError) || saysNothing(error)) throw error;
      });
      const traces = method.matchSingle(hash, answer);
      if (traces) return (tx) => method.internalTxs([...Array<undefined>(tx), traces]);
    }
    return undefined;
  };
  const getPartly = async (block: Traced): Promise<PartlyTraced> => {
    const internalTxs: InternalTransaction[] = [];
    const untraced: number[] = [];
    for (const [tx, { hash }] of block.transactions.entries()) {
      // Some nodes trace no transaction of a block; and a process has memory for so many calls only.
      const isHopeless = tx === untraced.length && tx >= MAX_FAILED_TRANSACTIONS;
      if (isHopeless) throw new NodeDown(`no transaction of block ${Number(block.number)} is traced`, 'absent');
      const found = internalTxs.length < MAX_INTERNAL_TXS ? await getSingle(hash) : undefined;
      if (found) internalTxs.push(...found(tx));
      else untraced.push(tx);
    }
    if (untraced.length === block.transactions.length)
      throw new NodeDown(`no transaction of block ${Number(block.number)} is traced`, 'absent');
    return { internalTxs: internalTxs.map((one, row) => ({ ...one, row })), untraced };
  };
  let aloneLeft = 0;
  return {
    /** How many blocks to trace at once: as many as their answers allow, as far as their size is known. */
    parallel: (): number => answerSize.fit(MAX_BYTES_IN_FLIGHT * memory.part(), { max: MAX_PARALLEL_BLOCKS, first: 1 }),

    /** Whether the node answers at all. */
    isUp: (): Promise<boolean> =>
      rpc.call('eth_chainId').then(
        () => true,
        () => false,
      ),

    /**
     * The internal transactions of a block, in order; 'unsupported' if the node supports no tracing method. Throws
     * NodeError if it can trace, but not this block now. Most nodes keep the state that it takes only for the newest
     * blocks. Throws AnswerTooLong if the traces are more than a process has memory for.
     */
    async internalTxs(block: Traced): Promise<InternalTransaction[] | 'unsupported'> {
      if (block.transactions.length === 0) return [];
      if (aloneLeft > 0) aloneLeft -= 1;
      else
        try {
          return await getInternalTxs(block, SHORT);
        } catch (error) {
          if (!(error instanceof AnswerTooLong)) throw error;
          aloneLeft = BLOCKS_ALONE;
        }
      return memory.exclusive(() => getInternalTxs(block, LONG));
    },

    /**
     * The internal transactions of a block that the node does not trace whole, asked for one transaction at a time. Throws
     * NodeError if it traces none.
     */
    partly: (block: Traced): Promise<PartlyTraced> => memory.exclusive(() => getPartly(block)),
  };
}
const isNotFound = (error: NodeError): boolean => error instanceof NodeRefused && error.code === NOT_FOUND;
/** A failure of the node as a whole, which says nothing of the block. */
export const saysNothing = ({ failure }: NodeError): boolean => failure === 'down' || failure === 'throttled';

/** Internal transactions of some of a block's transactions. `untraced`: the positions of the others, ascending. */
export interface PartlyTraced {
  readonly internalTxs: readonly InternalTransaction[];
  readonly untraced: readonly number[];
}

/**
 * Why traces are not of all transactions, or undefined. One without gas ran nothing of its own (Polygon's state sync): its
 * node may have no trace of it, and never will.
 */
function untracedReason({ transactions }: Traced, matched: Matched): string | undefined {
  const missing = transactions.findIndex(({ gas }, i) => !matched[i] && Number(gas) > 0);
  if (missing >= 0) return `transaction ${missing} has none`;
  return matched.some(Boolean) || transactions.length === 0 ? undefined : 'no transaction has any';
}

/** What `createTraces` gives. */
export type Traces = ReturnType<typeof createTraces>;
