/** Histograms allow a median over any group: `{ "GET /v1/chains": { "200": { "12": 3 } } }` is three of about 8 ms. */
export type Tally = Readonly<Record<string, Readonly<Record<string, Histogram>>>>;
export type Histogram = Readonly<Record<string, number>>;

/** Classes per doubling of the response time: medians are accurate to within 10 %. */
const CLASSES = 4;

const getClass = (ms: number): number => (ms <= 1 ? 0 : Math.round(CLASSES * Math.log2(ms)));

export const mergeTimes = (a: Histogram = {}, b: Histogram = {}): Histogram =>
  Object.fromEntries(
    [...new Set([...Object.keys(a), ...Object.keys(b)])].map((key) => [key, (a[key] ?? 0) + (b[key] ?? 0)]),
  );

export function mergeTallies(a: Tally, b: Tally): Tally {
  const merged: Record<string, Record<string, Histogram>> = {};
  for (const [endpoint, status, times] of [...countsIn(a), ...countsIn(b)]) {
    const statuses = merged[endpoint] ?? {};
    statuses[status] = mergeTimes(statuses[status], times);
    merged[endpoint] = statuses;
  }
  return merged;
}

export function getTally(
  requests: readonly { readonly endpoint: string; readonly status: number; readonly ms: number }[],
): Tally {
  const tally: Record<string, Record<string, Record<string, number>>> = {};
  for (const { endpoint, status, ms } of requests) {
    const statuses = tally[endpoint] ?? {};
    const times = statuses[status] ?? {};
    times[getClass(ms)] = (times[getClass(ms)] ?? 0) + 1;
    statuses[status] = times;
    tally[endpoint] = statuses;
  }
  return tally;
}

export const countsIn = (tally: Tally): (readonly [endpoint: string, status: string, times: Histogram])[] =>
  Object.entries(tally).flatMap(([endpoint, statuses]) =>
    Object.entries(statuses).map(([status, times]) => [endpoint, status, times] as const),
  );

export interface Sums {
  readonly requests: number;
  /** Status below 400. */
  readonly successful: number;
  /** Status 400 to 499. */
  readonly invalid: number;
  readonly credits: number;
  readonly creditsOfInvalid: number;
  readonly times: Histogram;
}
const NOTHING: Sums = { requests: 0, successful: 0, invalid: 0, credits: 0, creditsOfInvalid: 0, times: {} };

/** `weight`: credits per request. */
export function addTo(sums: Sums = NOTHING, status: number, weight: number, times: Histogram): Sums {
  const requests = countRequests(times);
  const invalid = status >= 400 && status < 500 ? requests : 0;
  return {
    requests: sums.requests + requests,
    successful: sums.successful + (status < 400 ? requests : 0),
    invalid: sums.invalid + invalid,
    credits: sums.credits + requests * weight,
    creditsOfInvalid: sums.creditsOfInvalid + invalid * weight,
    times: mergeTimes(sums.times, times),
  };
}

export const countRequests = (times: Histogram): number => Object.values(times).reduce((sum, count) => sum + count, 0);

export const totalMs = (times: Histogram): number =>
  Object.entries(times).reduce((sum, [key, count]) => sum + count * toMs(key), 0);

const toMs = (key: string): number => 2 ** (Number(key) / CLASSES);

export function medianMs(times: Histogram): number {
  const half = countRequests(times) / 2;
  let seen = 0;
  for (const [key, count] of Object.entries(times).toSorted(([a], [b]) => Number(a) - Number(b))) {
    seen += count;
    if (seen >= half) return Math.round(toMs(key));
  }
  return 0;
}
