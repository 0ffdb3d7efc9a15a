// Independent of the DOM, so that it can be tested.

import { utcTime } from '../../shared/format';

const SECONDS = { hourly: 3_600, daily: 86_400 } as const;
const COUNTS = { hourly: 24, daily: 30 } as const;
export type Interval = keyof typeof SECONDS;

interface Value {
  readonly groupValue?: string | undefined;
  readonly totalRequests: number;
  readonly invalidRequests: number;
  readonly medianResponseTimeMsecs: number;
}
interface Metric {
  /** Unix seconds. */
  readonly timestamp: number;
  readonly values: readonly Value[];
}
interface Totals {
  readonly requests: number;
  readonly failed: number;
  readonly medianMs: number;
}

const NONE: Totals = { requests: 0, failed: 0, medianMs: 0 };

/** Every bucket up to `now` (Unix seconds), oldest first; the API omits those without requests. */
export function fillBuckets(interval: Interval, metrics: readonly Metric[], now: number) {
  const [length, many] = [SECONDS[interval], COUNTS[interval]];
  const last = now - (now % length);
  return Array.from({ length: many }, (_, i) => last - (many - 1 - i) * length).map((timestamp) => {
    const [value] = metrics.find((one) => one.timestamp === timestamp)?.values ?? [];
    return { timestamp, ...(value ? getTotals(value) : NONE) };
  });
}

const getTotals = ({ totalRequests, invalidRequests, medianResponseTimeMsecs }: Value): Totals => ({
  requests: totalRequests,
  failed: invalidRequests,
  medianMs: medianResponseTimeMsecs,
});

/** The groups, most requests first. */
export const toTotals = (values: readonly Value[]) =>
  values
    .map((value) => ({ name: value.groupValue ?? '-', ...getTotals(value) }))
    .toSorted((a, b) => b.requests - a.requests);

export const nameBucket = (interval: Interval, timestamp: number): string => utcTime(timestamp, interval === 'hourly');
