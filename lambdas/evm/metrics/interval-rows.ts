import type { Chain } from '../../core/contract/config';
import type { Interval } from '../../core/contract/intervals';
import { intervalAt } from '../../core/domain/intervals';
import type { Table } from '../../core/table/table';
import { type AddressSets, uniteLoaded } from './address-sets';
import { type AddressSet, countDistinct, digest } from './domain/address-set';
import { sumTotals, type Totals } from './domain/totals';
import { getTotals, type IntervalMetrics, metricsItem, readMetrics } from './rows/metrics-rows';

/** Each larger interval, and the smaller one that it is the sum of. */
const LARGER: readonly (readonly [Interval, Interval])[] = [
  ['day', 'hour'],
  ['week', 'day'],
  ['month', 'day'],
];

export interface IntervalRowsDeps {
  readonly chain: Pick<Chain, 'chainId'>;
  readonly table: Table;
  readonly sets: AddressSets;
  readonly signal: () => AbortSignal;
}

/** Rows of hours, days, weeks and months, each after the object with its addresses. Times in Unix seconds. */
export function createIntervalRows({ chain: { chainId }, table, sets, signal }: IntervalRowsDeps) {
  const write = async (interval: Interval, time: number, totals: Totals, addresses: AddressSet) => {
    // Also by content, as readers keep objects in memory, and blocks may be counted again.
    const name = `${interval}/${time}-${totals.from}-${totals.to}-${digest(addresses)}`;
    const key = addresses.length > 0 ? sets.toKey(chainId, name) : undefined;
    if (key) await sets.put(key, addresses, signal());
    const row: IntervalMetrics = {
      ...totals,
      time,
      ...countDistinct(addresses),
      ...(key ? { addresses: key } : {}),
    };
    await table.write([{ put: metricsItem(chainId, interval, row) }], signal);
  };

  /** The larger intervals with this hour that end by `until`. */
  const closeLarger = async (hour: number, whole: number, until: number): Promise<void> => {
    for (const [interval, smaller] of LARGER) {
      const [from, to] = [intervalAt(interval, hour), intervalAt(interval, hour, 1)];
      if (from < whole || to > until) continue;
      const rows = await readMetrics(table, chainId, { interval: smaller, from, to, consistent: true });
      const totals = sumTotals(rows.map(getTotals));
      if (!totals) continue;
      const addresses = await uniteLoaded(rows.map((row) => () => sets.getAddresses(row.addresses)));
      await write(interval, from, totals, addresses);
    }
  };

  return { write, closeLarger };
}
