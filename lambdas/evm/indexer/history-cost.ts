import type { BlockIndexer } from '../../chain/kind';
import type { Chain } from '../../core/contract/config';
import type { RawBlock } from '../domain/rpc';
import { getTokenEvents } from '../domain/transfers';
import { toQuestions, touchedHoldings } from '../tokens/domain/holdings';

/** JSON bytes, excluding input and data. */
const TRANSACTION_BYTES = 2_000;
const LOG_BYTES = 700;
const BALANCES_PER_CALL = 100;
/** The trace, and the block and its receipts, which are fetched again. */
export const CALLS_PER_TRACED_BLOCK = 3;

/**
 * 8 write units per block, 3.25 per transaction, at most 3 per log. Assumes one call for all
 * receipts of a block. Balance calls are an upper bound: each balance is read once.
 */
export const createHistoryCost =
  ({ traces, historyTraces }: Pick<Chain, 'traces' | 'historyTraces'>): BlockIndexer<RawBlock>['cost'] =>
  ({ block: { transactions }, receipts, standards }) => {
    const logs = receipts.flatMap((receipt) => receipt.logs);
    const text = sum(transactions, ({ input }) => input.length) + sum(logs, ({ data }) => data.length);
    return {
      bytes: text + TRANSACTION_BYTES * receipts.length + LOG_BYTES * logs.length,
      rows: receipts.length + logs.length,
      writeUnits: 8 + 3.25 * receipts.length + 3 * logs.length,
      get nodeCalls() {
        return {
          blocks: 1,
          receipts: 1,
          balances: toQuestions(touchedHoldings(getTokenEvents(receipts, standards))).length / BALANCES_PER_CALL,
          ...(traces && historyTraces ? { traces: receipts.length > 0 ? CALLS_PER_TRACED_BLOCK : 0 } : {}),
        };
      },
    };
  };

const sum = <T>(values: readonly T[], getValue: (value: T) => number): number =>
  values.reduce((total, value) => total + getValue(value), 0);
