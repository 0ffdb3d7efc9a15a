import type { Call } from '../../core/node/rpc';
import {
  type InternalTransaction,
  internalTxsOfCallTracer,
  internalTxsOfTraceBlock,
} from '../domain/internal-transactions';
import type { RpcBlock } from '../domain/rpc';

/** The fields of a block that tracing needs. */
export type Traced = Pick<RpcBlock, 'number' | 'hash' | 'transactions'>;

type Fields = Readonly<Record<string, unknown>>;
/** Traces by the position of their transaction; undefined where there are none that are usable. */
export type Matched = readonly (readonly unknown[] | undefined)[];
/** One way to ask a node for traces: of a block, or of a single transaction by its hash. */
export interface TraceMethod {
  readonly call: (block: Traced) => Call;
  readonly single: (hash: string) => Call;
  /** The traces of each transaction, or why they are not of this block. */
  readonly match: (block: Traced, answer: readonly unknown[]) => Matched | string;
  /** The traces of one transaction, as `match` has them; undefined if they are unusable. */
  readonly matchSingle: (hash: string, answer: unknown) => readonly unknown[] | undefined;
  readonly internalTxs: (matched: Matched) => InternalTransaction[];
}

/**
 * By hash: an answer by number may be of another branch, and geth's does not name its block. Parity's takes only a
 * number, but each of its traces names its block.
 */
export const TRACE_METHODS: readonly TraceMethod[] = [
  {
    call: ({ hash }) => ['debug_traceBlockByHash', hash, { tracer: 'callTracer' }],
    single: (hash) => ['debug_traceTransaction', hash, { tracer: 'callTracer' }],
    match: matchCallTracer,
    matchSingle: (_, tree) => (isCallTree(tree) ? [{ result: tree }] : undefined),
    internalTxs: (matched) => internalTxsOfCallTracer(matched.map((traces) => traces?.[0])),
  },
  {
    call: ({ number }) => ['trace_block', number],
    single: (hash) => ['trace_transaction', hash],
    match: matchTraceBlock,
    matchSingle: (hash, answer) => {
      const traces = Array.isArray(answer) ? answer.map(getFields) : [];
      return traces.filter(isTop).length === 1 && traces.every((one) => one.transactionHash === hash)
        ? traces
        : undefined;
    },
    internalTxs: (matched) =>
      internalTxsOfTraceBlock(
        matched.flatMap((traces = [], position) =>
          traces.map((trace) => ({ ...getFields(trace), transactionPosition: position })),
        ),
      ),
  },
];

/** A transaction whose tracing failed has an error instead of a tree; a node without tracers returns opcodes. */
const isCallTree = (result: unknown): boolean => typeof getFields(result).type === 'string';
/** Rewards belong to the block, not to a transaction. */
const isTop = ({ type, traceAddress }: Fields): boolean =>
  type !== 'reward' && Array.isArray(traceAddress) && traceAddress.length === 0;

/** Some chains have transactions that their nodes do not trace: each trace is matched by the hash that it names. */
function matchCallTracer({ transactions }: Traced, answer: readonly unknown[]): Matched | string {
  const traces = answer.map(getFields);
  // Older nodes do not name the transaction.
  const isNamed = traces.some(({ txHash }) => txHash !== undefined);
  if (!isNamed && traces.length !== transactions.length)
    return `${traces.length} for ${transactions.length} transactions`;
  const byHash = new Map(traces.map((trace) => [trace.txHash, trace]));
  return transactions.map(({ hash }, i) => {
    const trace = isNamed ? byHash.get(hash) : traces[i];
    return isCallTree(trace?.result) ? [trace] : undefined;
  });
}

function matchTraceBlock({ hash, transactions }: Traced, answer: readonly unknown[]): Matched | string {
  const traces = answer.map(getFields);
  if (traces.some(({ blockHash }) => blockHash !== hash)) return 'they are of another block';
  const byHash = Map.groupBy(traces, ({ transactionHash }) => transactionHash);
  return transactions.map((transaction) => {
    const own = byHash.get(transaction.hash) ?? [];
    const tops = own.filter(isTop);
    // A reward may name a transaction too, with a position of its own.
    const isOfTop = ({ transactionPosition }: Fields) => transactionPosition === tops[0]?.transactionPosition;
    return tops.length === 1 ? own.filter(isOfTop) : undefined;
  });
}

function getFields(given: unknown): Fields {
  return typeof given === 'object' && given !== null ? (given as Fields) : {};
}
