import type { Call } from '../../core/node/rpc';
import {
  type InternalTransaction,
  internalTxsOfCallTracer,
  internalTxsOfTraceBlock,
} from '../domain/internal-transactions';
import type { RpcBlock } from '../domain/rpc';

export type Traced = Pick<RpcBlock, 'number' | 'hash' | 'transactions'>;

type Fields = Readonly<Record<string, unknown>>;
/** By transaction index; undefined without a usable trace. */
export type Matched = readonly (readonly unknown[] | undefined)[];
export interface TraceMethod {
  readonly call: (block: Traced) => Call;
  readonly single: (hash: string) => Call;
  readonly match: (block: Traced, answer: readonly unknown[]) => Matched | string;
  /** In the form of `match`; undefined if unusable. */
  readonly matchSingle: (hash: string, answer: unknown) => readonly unknown[] | undefined;
  readonly internalTxs: (matched: Matched) => InternalTransaction[];
}

/** geth's answer does not name its block, so it is fetched by hash. Parity's traces name theirs. */
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

/** A failed transaction has an error instead of a tree; a node without tracers returns opcodes. */
const isCallTree = (result: unknown): boolean => typeof getFields(result).type === 'string';
const isTop = ({ type, traceAddress }: Fields): boolean =>
  type !== 'reward' && Array.isArray(traceAddress) && traceAddress.length === 0;

/** Some chains have transactions that nodes do not trace: match by transaction hash. */
function matchCallTracer({ transactions }: Traced, answer: readonly unknown[]): Matched | string {
  const traces = answer.map(getFields);
  // Older nodes omit the hash.
  const isNamed = traces.some(({ txHash }) => txHash !== undefined);
  if (!isNamed && traces.length !== transactions.length)
    return `${traces.length} traces for ${transactions.length} transactions`;
  const byHash = new Map(traces.map((trace) => [trace.txHash, trace]));
  return transactions.map(({ hash }, i) => {
    const trace = isNamed ? byHash.get(hash) : traces[i];
    return isCallTree(trace?.result) ? [trace] : undefined;
  });
}

function matchTraceBlock({ hash, transactions }: Traced, answer: readonly unknown[]): Matched | string {
  const traces = answer.map(getFields);
  if (traces.some(({ blockHash }) => blockHash !== hash)) return 'traces of another block';
  const byHash = Map.groupBy(traces, ({ transactionHash }) => transactionHash);
  return transactions.map((transaction) => {
    const own = byHash.get(transaction.hash) ?? [];
    const tops = own.filter(isTop);
    // A reward can name a transaction too, with its own position.
    const isOfTop = ({ transactionPosition }: Fields) => transactionPosition === tops[0]?.transactionPosition;
    return tops.length === 1 ? own.filter(isOfTop) : undefined;
  });
}

function getFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}
