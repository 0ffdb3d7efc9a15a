import { MAX_RETRY_AFTER_SECONDS, RETRY_DELAYS_SECONDS, RETRY_JITTER } from '../contract/delivery';

const SECOND_MS = 1_000;
/** The delay after each failed attempt. */
export const RETRY_DELAYS_MS: readonly number[] = RETRY_DELAYS_SECONDS.map((seconds) => seconds * SECOND_MS);

/**
 * When to try again, Unix ms; undefined after the last attempt. `attempt`: the one that failed, from 1. `draw`: from 0 to
 * 1. `retryAfter`: the delay that the receiver asked for, ms (RFC 9110); honoured where it is longer.
 */
export function nextAttempt(attempt: number, now: number, draw: number, retryAfter = 0): number | undefined {
  const delay = RETRY_DELAYS_MS[attempt - 1];
  if (delay === undefined) return undefined;
  const jittered = delay * (1 - RETRY_JITTER + 2 * RETRY_JITTER * draw);
  return Math.round(now + Math.max(jittered, Math.min(retryAfter, MAX_RETRY_AFTER_SECONDS * SECOND_MS)));
}

/** The delay that a `Retry-After` header asks for, ms: it holds seconds, or a date. 0 where it cannot be parsed. */
export function getRetryAfter(header: string | undefined, now: number): number {
  if (header === undefined) return 0;
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header) * SECOND_MS;
  const date = Date.parse(header);
  return Number.isNaN(date) ? 0 : Math.max(0, date - now);
}
