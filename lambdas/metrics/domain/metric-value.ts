import type { Counted } from '../../evm/metrics/domain/totals';
import type { RollingMetric } from '../contract/schemas';

type Values = Omit<Counted, 'time' | 'from' | 'to'>;

const VALUES: Readonly<Record<RollingMetric, (counted: Values) => number>> = {
  txCount: ({ transactions }) => transactions,
  gasUsed: ({ gasUsed }) => Number(gasUsed),
  feesPaid: ({ fees }) => Number(fees),
  contracts: ({ contracts }) => contracts,
  deployers: ({ deployers }) => deployers,
  activeAddresses: ({ activeAddresses }) => activeAddresses,
  activeSenders: ({ activeSenders }) => activeSenders,
  maxGps: ({ maxGps }) => maxGps,
  maxTps: ({ maxTps }) => maxTps,
  maxGasPrice: ({ maxGasPrice }) => Number(maxGasPrice),
  avgGasPrice: ({ gasPrices, receipts }) => (receipts === 0 ? 0 : Number(gasPrices) / receipts),
  avgGps: ({ gasUsed, ...times }) => perSecond(Number(gasUsed), times),
  avgTps: ({ transactions, ...times }) => perSecond(transactions, times),
};

/** Of the distinct addresses, the others need none. */
export const isDistinct = (metric: string): boolean => /^(active|deployers)/.test(metric);

export const metricValue = (metric: RollingMetric, counted: Values | undefined): number =>
  counted ? VALUES[metric](counted) : 0;

/** Between blocks of the same second there is no time. */
const perSecond = (value: number, { since, until }: Pick<Values, 'since' | 'until'>): number =>
  until > since ? (value * 1_000) / (until - since) : 0;
