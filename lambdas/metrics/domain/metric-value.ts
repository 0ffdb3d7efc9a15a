import type { Counted } from '../../evm/metrics/domain/totals';
import type { RollingMetric } from '../contract/schemas';

export type CountedValues = Omit<Counted, 'time' | 'from' | 'to'>;
type Value = (counted: CountedValues) => number;
type Combine = (chains: readonly CountedValues[]) => number;

const sum =
  (value: Value): Combine =>
  (chains) =>
    chains.reduce((total, counted) => total + value(counted), 0);
const highest =
  (value: Value): Combine =>
  (chains) =>
    Math.max(0, ...chains.map(value));

const gasPrices = sum((counted) => Number(counted.gasPrices));
const receipts = sum((counted) => counted.receipts);

const VALUES: Readonly<Record<RollingMetric, Combine>> = {
  txCount: sum(({ transactions }) => transactions),
  gasUsed: sum(({ gasUsed }) => Number(gasUsed)),
  feesPaid: sum(({ fees }) => Number(fees)),
  contracts: sum(({ contracts }) => contracts),
  deployers: sum(({ deployers }) => deployers),
  activeAddresses: sum(({ activeAddresses }) => activeAddresses),
  activeSenders: sum(({ activeSenders }) => activeSenders),
  maxGps: highest(({ maxGps }) => maxGps),
  maxTps: highest(({ maxTps }) => maxTps),
  maxGasPrice: highest(({ maxGasPrice }) => Number(maxGasPrice)),
  avgGasPrice: (chains) => (receipts(chains) === 0 ? 0 : gasPrices(chains) / receipts(chains)),
  avgGps: sum(({ gasUsed, ...times }) => perSecond(Number(gasUsed), times)),
  avgTps: sum(({ transactions, ...times }) => perSecond(transactions, times)),
};

const DISTINCT: ReadonlySet<string> = new Set([
  'activeAddresses',
  'activeSenders',
  'deployers',
] satisfies RollingMetric[]);

/** These metrics count distinct addresses, so the sets of addresses must be read. */
export const isDistinct = (metric: RollingMetric): boolean => DISTINCT.has(metric);

/** `chains`: those with blocks in the interval. */
export const metricValue = (metric: RollingMetric, chains: readonly CountedValues[]): number => VALUES[metric](chains);

/** 0 if all blocks have the same time. */
function perSecond(value: number, { since, until }: Pick<CountedValues, 'since' | 'until'>): number {
  return until > since ? (value * 1_000) / (until - since) : 0;
}
