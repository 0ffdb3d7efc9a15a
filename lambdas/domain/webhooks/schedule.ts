const [SECOND_MS, MINUTE_MS, HOUR_MS] = [1_000, 60_000, 3_600_000];

/** The delay after each failed attempt. A message whose last attempt fails has failed. */
export const RETRY_DELAYS_MS = [
  10 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  24 * HOUR_MS,
  24 * HOUR_MS,
  24 * HOUR_MS,
] as const;
/** Delays vary by this share, so that messages that failed together are not retried together. */
const JITTER = 0.2;
/** A longer `Retry-After` is cut to this. */
const MAX_RETRY_AFTER_MS = 24 * HOUR_MS;

/**
 * When to try again, Unix ms; undefined after the last attempt. `attempt`: the one that failed, from 1. `draw`: from 0 to
 * 1. `retryAfter`: the delay that the receiver asked for, ms (RFC 9110); honoured where it is longer.
 */
export function nextAttempt(attempt: number, now: number, draw: number, retryAfter = 0): number | undefined {
  const delay = RETRY_DELAYS_MS[attempt - 1];
  if (delay === undefined) return undefined;
  const jittered = delay * (1 - JITTER + 2 * JITTER * draw);
  return Math.round(now + Math.max(jittered, Math.min(retryAfter, MAX_RETRY_AFTER_MS)));
}

/** The delay that a `Retry-After` header asks for, ms: it holds seconds, or a date. 0 where it cannot be parsed. */
export function retryAfterOf(header: string | undefined, now: number): number {
  if (header === undefined) return 0;
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header) * SECOND_MS;
  const date = Date.parse(header);
  return Number.isNaN(date) ? 0 : Math.max(0, date - now);
}
