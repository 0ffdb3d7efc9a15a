import { isAhead } from '../../core/domain/stored-time';
import { MAX_RETRY_AFTER_SECONDS, RETRY_DELAYS_SECONDS, RETRY_JITTER } from '../contract/delivery';
import type { MessageRecord } from './message';

const SECOND_MS = 1_000;
/** The first of the usual delays. */
const ORDERED_DELAYS = 4;
export const RETRY_DELAYS_MS: readonly number[] = RETRY_DELAYS_SECONDS.map((seconds) => seconds * SECOND_MS);

/**
 * `attempt`: the failed one, from 1. `draw`: random, 0 to 1. `retryAfter`: requested by the receiver, ms (RFC 9110),
 * used if longer. Unix ms; undefined after the last attempt.
 */
export function nextAttempt(attempt: number, now: number, draw: number, retryAfter = 0): number | undefined {
  const delay = RETRY_DELAYS_MS[attempt - 1];
  if (delay === undefined) return undefined;
  const jittered = delay * (1 - RETRY_JITTER + 2 * RETRY_JITTER * draw);
  return Math.round(now + Math.max(jittered, Math.min(retryAfter, MAX_RETRY_AFTER_SECONDS * SECOND_MS)));
}

/** Of a message that others wait for: never the last attempt, and ten minutes apart at most. */
export const nextOrderedAttempt: typeof nextAttempt = (attempt, ...rest) =>
  nextAttempt(Math.min(attempt, ORDERED_DELAYS), ...rest);

/** Unix ms. */
export function isDue({ attempts, nextAttemptAt = 0 }: Pick<MessageRecord, 'attempts' | 'nextAttemptAt'>, now: number) {
  // If the clock ran ahead at the last attempt, the delay is unknown: send now.
  return nextAttemptAt <= now || isAhead(attempts.at(-1)?.at ?? 0, now);
}

/** Seconds or an HTTP date, to ms. 0 if absent or malformed. */
export function getRetryAfter(header: string | undefined, now: number): number {
  if (header === undefined) return 0;
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header) * SECOND_MS;
  const date = Date.parse(header);
  return Number.isNaN(date) ? 0 : Math.max(0, date - now);
}
