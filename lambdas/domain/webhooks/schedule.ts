const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];

/** What is waited after each attempt that failed, ms. After the last one a message has failed. */
export const DELAYS = [
  10 * SECOND,
  MINUTE,
  5 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  6 * HOUR,
  12 * HOUR,
  24 * HOUR,
  24 * HOUR,
  24 * HOUR,
] as const;
/** Delays vary by this share, so that what failed together does not come again together. */
const JITTER = 0.2;
/** A receiver that asks to wait longer than this is tried again all the same, ms. */
const LONGEST = 24 * HOUR;

/**
 * When to try again, in Unix ms; undefined after the last attempt. `attempt`: the one that failed, from 1. `draw`: from
 * 0 to 1. `retryAfter`: what the receiver asked to wait, ms (RFC 9110); it is honoured where it is longer.
 */
export function nextAttempt(attempt: number, now: number, draw: number, retryAfter = 0): number | undefined {
  const delay = DELAYS[attempt - 1];
  if (delay === undefined) return undefined;
  const jittered = delay * (1 - JITTER + 2 * JITTER * draw);
  return Math.round(now + Math.max(jittered, Math.min(retryAfter, LONGEST)));
}

/** What a `Retry-After` header asks to wait, ms: seconds, or a date. 0 where it cannot be read. */
export function retryAfterOf(header: string | undefined, now: number): number {
  if (header === undefined) return 0;
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header) * SECOND;
  const date = Date.parse(header);
  return Number.isNaN(date) ? 0 : Math.max(0, date - now);
}
