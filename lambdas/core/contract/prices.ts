export const PRICES_OF = '2026-11-24';

/** US dollars in us-east-1, on demand, first (most expensive) tier, without free tiers. */
export const PRICE = {
  apiRequest: 3.5e-6,
  invocation: 0.2e-6,
  gbSecond: 1.33334e-5,
  writeUnit: 0.625e-6,
  readUnit: 0.125e-6,
  tableGb: 0.25,
  restoredGb: 0.15,
  s3Write: 5e-6,
  s3Read: 0.4e-6,
  queueCall: 0.4e-6,
  event: 1e-6,
  scheduledRun: 1e-6,
  transition: 25e-6,
  firehoseGb: 0.029,
  gbOut: 0.09,
  logGb: 0.5,
  alarm: 0.1,
  metric: 0.3,
  dashboard: 3,
  waf: 6,
} as const;

export type Usage = Partial<Record<keyof typeof PRICE, number>>;

export const toDollars = (usage: Usage): number =>
  (Object.entries(usage) as [keyof typeof PRICE, number][]).reduce(
    (sum, [name, count]) => sum + PRICE[name] * count,
    0,
  );
