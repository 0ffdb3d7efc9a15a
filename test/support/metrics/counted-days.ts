import type { Hex } from 'viem';
import { DAY } from '../../../lambdas/core/domain/intervals';
import type { Table } from '../../../lambdas/core/table/table';
import type { Counted } from '../../../lambdas/evm/metrics/domain/totals';
import { metricsItem } from '../../../lambdas/evm/metrics/rows/metrics-rows';
import { createMetricsState } from '../../../lambdas/evm/metrics/rows/metrics-state';
import { blockchainIdItems } from '../../../lambdas/evm/teleporter/rows/items';

/** Start of a day, Unix seconds. */
export const FIRST_DAY = 1_690_243_200;
const none = {
  ...{ since: 0, until: 0, transactions: 0, gasUsed: 0n, fees: 0n, receipts: 0, gasPrices: 0n, maxGasPrice: 0n },
  ...{ maxGps: 0, maxTps: 0, contracts: 0, sent: {}, received: {}, activeAddresses: 0, activeSenders: 0, deployers: 0 },
};

interface Options {
  readonly next?: number;
  /** Of the days, the first one after `FIRST_DAY`. */
  readonly skip?: number;
  /** Whether the chain has older blocks that are not indexed. */
  readonly isPartly?: boolean;
}

/** Days of a chain from its first block on, which all have ended. */
export async function addCountedDays(
  table: Table,
  chain: string,
  days: readonly Partial<Counted>[],
  { next = 1, skip = 0, isPartly = false }: Options = {},
) {
  const signal = new AbortController().signal;
  const began = FIRST_DAY + skip * DAY;
  const rows = days.map((day, i): Counted => ({ ...none, from: i, to: i, time: began + i * DAY, ...day }));
  await table.write(rows.map((row) => ({ put: metricsItem(chain, 'day', row) })));
  const state = await createMetricsState(table, chain);
  const closed = began + days.length * DAY;
  const live = { from: 0, whole: isPartly ? began : 0, began, next, closed, parts: [] };
  await state.save({ live, countedAt: 0 }, signal);
}

/** `id`: 32 bytes with 0x. */
export const addBlockchainId = (table: Table, chain: string, id: string): Promise<void> =>
  table.write(blockchainIdItems(chain, id as Hex).map((put) => ({ put })));
