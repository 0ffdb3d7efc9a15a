import { createSizeEstimate } from '../../core/domain/size-estimate';
import { AnswerTooLong, IncompleteTraces, NodeDown, NodeError, NodeRefused } from '../../core/node/errors';
import type { AnswerLimits } from '../../core/node/exchange';
import type { Call, RpcClient } from '../../core/node/rpc';
import { type Clock, steadyClock } from '../../core/runtime/clock';
import type { InternalTransaction } from '../domain/internal-transactions';
import { type Matched, TRACE_METHODS, type Traced, type TraceMethod } from './trace-methods';

/** An unsupported method: JSON-RPC, EIP-1474, and node plans without tracing. */
const NO_SUCH_METHOD = new Set([-32601, -32004, -32600, -32602]);
/** EIP-1474: resource not found. The node does not have the block (yet). */
const NOT_FOUND = -32001;

/** Blocks in flight, and bytes of their answers. Parsed, these take several times the memory. */
const MAX_PARALLEL_BLOCKS = 4;
const MAX_BYTES_IN_FLIGHT = 24_000_000;
const MAX_TEXT_BYTES = 66; // hashes are the longest strings needed
// SHORT with several blocks in flight, LONG (some 40,000 calls) for a block traced alone. A block
// of 30 million gas can hold five times as many, more than a process has memory for.
const SHORT: AnswerLimits = { maxBytes: 3_000_000, maxTextBytes: MAX_TEXT_BYTES };
const LONG: AnswerLimits = { maxBytes: 16_000_000, maxTextBytes: MAX_TEXT_BYTES };
/** Blocks traced alone after a long one, instead of fetching them twice. */
const BLOCKS_ALONE = 16;

const MAX_FAILED_TRANSACTIONS = 5;
const MAX_INTERNAL_TXS = 40_000; // about as many as the longest accepted answer holds

const FAILED = Number.MAX_SAFE_INTEGER;
const SLOW_MS = 50; // above this, trying the other method is worthwhile

interface Memory {
  /** Share of the bytes in flight for one chain. */
  part(): number;
  exclusive<T>(work: () => Promise<T>): Promise<T>;
}

/** Fastest method first: some nodes cache one and re-execute each block for the other. */
export function createTraces(
  rpc: Pick<RpcClient, 'call' | 'callWithin' | 'bytes'>,
  steady: Clock = steadyClock,
  memory: Memory = { part: () => 1, exclusive: (work) => work() },
) {
  let methods = TRACE_METHODS;
  const lastMs = new Map<TraceMethod, number>();
  const quickestFirst = (): TraceMethod[] =>
    methods.toSorted((a, b) => (lastMs.get(a) ?? SLOW_MS) - (lastMs.get(b) ?? SLOW_MS));
  const answerSize = createSizeEstimate();
  let underWay = 0;
  const ask = async (call: Call, limits: AnswerLimits): Promise<unknown> => {
    const before = rpc.bytes;
    underWay += 1;
    try {
      return await rpc.callWithin(limits, ...call);
    } finally {
      // Bytes of concurrent answers are split evenly.
      answerSize.note((rpc.bytes - before) / underWay);
      underWay -= 1;
    }
  };
  /** Throws AnswerTooLong if all methods' answers are too long; with SHORT, as soon as one is. */
  const getInternalTxs = async (
    block: Traced,
    limits: AnswerLimits,
  ): Promise<InternalTransaction[] | 'unsupported'> => {
    let reason: NodeError | undefined;
    const failed = (method: TraceMethod, error: NodeError): void => {
      lastMs.set(method, FAILED);
      // Any other reason beats AnswerTooLong: another method's answer may fit.
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
        const matched = Array.isArray(answer) ? method.match(block, answer) : 'not an array';
        const wrong = typeof matched === 'string' ? matched : untracedReason(block, matched);
        if (typeof matched !== 'string' && wrong === undefined) {
          lastMs.set(method, steady() - began);
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
  /** undefined if no method returns them. Throws if the node is down. */
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
  const traceEachTransaction = async (block: Traced): Promise<PartlyTraced> => {
    const internalTxs: InternalTransaction[] = [];
    const untraced: number[] = [];
    for (const [tx, { hash }] of block.transactions.entries()) {
      // Some nodes trace no transaction of a block at all, and memory limits the number of calls.
      const isHopeless = tx === untraced.length && tx >= MAX_FAILED_TRANSACTIONS;
      if (isHopeless) throw new NodeDown(`node traced no transaction of block ${Number(block.number)}`, 'absent');
      const found = internalTxs.length < MAX_INTERNAL_TXS ? await getSingle(hash) : undefined;
      if (found) internalTxs.push(...found(tx));
      else untraced.push(tx);
    }
    if (untraced.length === block.transactions.length)
      throw new NodeDown(`node traced no transaction of block ${Number(block.number)}`, 'absent');
    return { internalTxs: internalTxs.map((one, row) => ({ ...one, row })), untraced };
  };
  let aloneLeft = 0;
  return {
    parallel: (): number => answerSize.fit(MAX_BYTES_IN_FLIGHT * memory.part(), { max: MAX_PARALLEL_BLOCKS, first: 1 }),

    isUp: (): Promise<boolean> =>
      rpc.call('eth_chainId').then(
        () => true,
        () => false,
      ),

    // 'unsupported' without a tracing method. Throws NodeError if the node cannot trace it now
    // (most keep the state of the newest blocks only), AnswerTooLong if traces exceed memory.
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

    /** For a block that cannot be traced whole. Throws NodeError if no transaction can be. */
    partly: (block: Traced): Promise<PartlyTraced> => memory.exclusive(() => traceEachTransaction(block)),
  };
}
const isNotFound = (error: NodeError): boolean => error instanceof NodeRefused && error.code === NOT_FOUND;
/** The node fails as a whole, so the block is not to blame. */
export const saysNothing = ({ failure }: NodeError): boolean => failure === 'down' || failure === 'throttled';

/** `untraced`: indexes of the other transactions, ascending. */
export interface PartlyTraced {
  readonly internalTxs: readonly InternalTransaction[];
  readonly untraced: readonly number[];
}

/** A transaction without gas ran no code (Polygon's state sync): it may never have a trace. */
function untracedReason({ transactions }: Traced, matched: Matched): string | undefined {
  const missing = transactions.findIndex(({ gas }, i) => !matched[i] && Number(gas) > 0);
  if (missing >= 0) return `no trace of transaction ${missing}`;
  return matched.some(Boolean) || transactions.length === 0 ? undefined : 'no transaction has a trace';
}

export type Traces = ReturnType<typeof createTraces>;
