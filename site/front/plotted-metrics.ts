// Independent of the DOM, so that it can be tested.

import type { Interval } from '../../lambdas/core/contract/intervals';
import type { CHAIN_METRICS } from '../../lambdas/metrics/contract/schemas';
import { count, utcTime } from '../shared/format';
import type { Point } from '../shared/point';

type Metric = (typeof CHAIN_METRICS)[number];
interface Plotted {
  readonly label: string;
  /** The API's unit in that of the label. */
  readonly scale?: number;
}

const [GWEI, COIN] = [1e9, 1e18];
export const PLOTTED: Readonly<Partial<Record<Metric, Plotted>>> = {
  txCount: { label: 'Transactions' },
  activeAddresses: { label: 'Active addresses' },
  activeSenders: { label: 'Active senders' },
  feesPaid: { label: 'Fees paid, in coins', scale: COIN },
  gasUsed: { label: 'Gas used' },
  avgGasPrice: { label: 'Mean gas price, in gwei', scale: GWEI },
  avgTps: { label: 'Transactions a second' },
  contracts: { label: 'Contracts created' },
};

const SMALL = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });
const toText = (value: number): string => (value >= 1_000 ? count(Math.round(value)) : SMALL.format(value));

interface Value {
  readonly value: number;
  /** Unix seconds. */
  readonly timestamp: number;
}

/** Oldest first. `newestFirst`: as the API returns them. */
export function toPoints(metric: Metric, interval: Interval, newestFirst: readonly Value[]): Point[] {
  const scale = PLOTTED[metric]?.scale ?? 1;
  return newestFirst.toReversed().map(({ value, timestamp }) => ({
    label: utcTime(timestamp, interval === 'hour'),
    value,
    text: toText(value / scale),
  }));
}

/** The highest value, as text. */
export const getHighest = (points: readonly Point[]): string =>
  points.reduce<Point | undefined>((top, point) => (top && top.value >= point.value ? top : point), undefined)?.text ??
  '';
