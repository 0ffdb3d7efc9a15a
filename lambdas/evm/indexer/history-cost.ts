import type { BlockIndexer } from '../../chain/kind';
import type { Chain } from '../../core/contract/config';
import type { RawBlock } from '../domain/rpc';
import { getTokenEvents } from '../domain/transfers';
import { toQuestions, touchedHoldings } from '../tokens/domain/holdings';

/** JSON of a transaction with its receipt, and of a log, bytes: without their input and data. */
const TRANSACTION_BYTES = 2_000;
const LOG_BYTES = 700;
/** Balances that one call reads. */
const BALANCES_PER_CALL = 100;
/** Tracing a block of history reads it with its receipts again. */
export const CALLS_PER_TRACED_BLOCK = 3;

/**
 * The cost of a block of history: 8 write units a block, 3.25 a transaction, 3 a log at most. Calls are those to a node
 * that has all receipts of a block in one answer; balances are read once each, so there are fewer than this says.
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

const sum = <T>(values: readonly T[], of: (value: T) => number): number =>
  values.reduce((total, value) => total + of(value), 0);
