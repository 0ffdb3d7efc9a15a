import {
  type InternalTransaction,
  internalTxsOfCallTracer,
  internalTxsOfTraceBlock,
} from '../../domain/evm/internal-transactions';
import type { RpcBlock } from '../../domain/evm/rpc';
import type { Call } from '../node/rpc';

/** The fields of a block that tracing needs. */
export type Traced = Pick<RpcBlock, 'number' | 'hash' | 'transactions'>;

type Fields = Readonly<Record<string, unknown>>;
/** One method to ask a node for a block's traces. */
export interface TraceMethod {
  readonly call: (block: Traced) => Call;
  /** Why the answer does not cover exactly this block, or undefined. */
  readonly mismatch: (block: Traced, answer: readonly unknown[]) => string | undefined;
  readonly internalTxs: (answer: readonly unknown[]) => InternalTransaction[];
}

/**
 * By hash: an answer by number may be of another branch, and geth's does not name its block. Parity's takes only a
 * number, but each of its traces names its block.
 */
export const TRACE_METHODS: readonly TraceMethod[] = [
  {
    call: ({ hash }) => ['debug_traceBlockByHash', hash, { tracer: 'callTracer' }],
    mismatch: callTracerMismatch,
    internalTxs: internalTxsOfCallTracer,
  },
  { call: ({ number }) => ['trace_block', number], mismatch: traceBlockMismatch, internalTxs: internalTxsOfTraceBlock },
];

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
