import type { Interval } from '../../../core/contract/intervals';
import { exactJson, fromExactJson } from '../../../core/domain/exact-json';
import type { Item } from '../../../core/table/item';
import { after, key } from '../../../core/table/key';
import { readPages } from '../../../core/table/pages';
import { entities } from '../../../core/table/schema';
import { type Stored, text } from '../../../core/table/stored-item';
import type { Table } from '../../../core/table/table';
import type { FirstSeen } from '../domain/address-set';
import type { Counted, Totals } from '../domain/totals';

/** Of an interval in which all blocks are final. Intervals without blocks have no row. */
export interface IntervalMetrics extends Counted {
  /** Object with the addresses; absent if there are none. */
  readonly addresses?: string;
}

export function getTotals(metrics: IntervalMetrics): Totals {
  const { time: _, activeAddresses: _a, activeSenders: _s, deployers: _d, addresses: _k, ...totals } = metrics;
  return totals;
}

const { MetricsRow } = entities;
const PAGE = 1_000;
const MAX_TIME = 9_999_999_999;

export const metricsItem = (chain: string, interval: Interval, { time, ...metrics }: IntervalMetrics): Item => ({
  pk: key(MetricsRow.pk, { chain, interval }),
  sk: key(MetricsRow.sk, { time }),
  d: exactJson(metrics),
});

const readItem = (item: Readonly<Record<string, unknown>>): IntervalMetrics => ({
  ...fromExactJson<Omit<IntervalMetrics, 'time'>>(text(item.d)),
  time: Number(item.sk),
});

/** Addresses and deployers of a day that no earlier day has. */
export interface FirstSeenInDay extends FirstSeen {
  readonly time: number;
}

export const firstSeenItem = (chain: string, { time, ...counts }: FirstSeenInDay): Item => ({
  pk: key(MetricsRow.pk, { chain, interval: 'first' }),
  sk: key(MetricsRow.sk, { time }),
  d: exactJson(counts),
});

/** Ascending, of all days that are counted. */
export async function readFirstSeen(table: Pick<Table, 'query'>, chain: string): Promise<FirstSeenInDay[]> {
  const rows = await readRows(table, chain, { interval: 'first', from: 0, to: MAX_TIME });
  return rows.map((item) => ({ ...fromExactJson<FirstSeen>(text(item.d)), time: Number(item.sk) }));
}

/** Ascending; `to` is exclusive. Unix seconds. */
export const readMetrics = async (
  table: Pick<Table, 'query'>,
  chain: string,
  range: RowRange & { readonly interval: Interval },
): Promise<IntervalMetrics[]> => (await readRows(table, chain, range)).map(readItem);

interface RowRange {
  readonly interval: Interval | 'first';
  readonly from: number;
  readonly to: number;
  readonly consistent?: boolean;
}

async function readRows(
  table: Pick<Table, 'query'>,
  chain: string,
  { interval, from, to, consistent = false }: RowRange,
): Promise<Stored[]> {
  if (from >= to) return [];
  const rows: Stored[] = [];
  const range = {
    pk: key(MetricsRow.pk, { chain, interval }),
    low: key(MetricsRow.sk, { time: Math.max(0, from) }),
    high: after(key(MetricsRow.sk, { time: to - 1 })),
    limit: PAGE,
    consistent,
  };
  for await (const page of readPages(table, range)) rows.push(...page);
  return rows;
}
