// Delivery guarantees. Part of the contract because the guides for callers state them.

const [MINUTE, HOUR, DAY] = [60, 3_600, 86_400];

/** Delay after each failed attempt, seconds. When the attempt after the last delay fails, the message has failed. */
export const RETRY_DELAYS_SECONDS = [
  10,
  MINUTE,
  5 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  6 * HOUR,
  12 * HOUR,
  DAY,
  DAY,
  DAY,
] as const;
/** Relative jitter, so that messages that failed together are not retried together. */
export const RETRY_JITTER = 0.2;
/** A receiver's `Retry-After` is capped at this, seconds. */
export const MAX_RETRY_AFTER_SECONDS = DAY;
/** Timeout until a receiver's status, including DNS and connect, seconds. */
export const RECEIVER_TIMEOUT_SECONDS = 10;
/** How long a response body is read after the status, seconds. It never affects the outcome. */
export const ANSWER_BODY_SECONDS = 1;
/** Bytes kept of a receiver's response body; the rest is not read. */
export const MAX_ANSWER_BYTES = 1_024;
/** Attempts at a removal that a receiver rejects: it may not support removals. */
export const MAX_REFUSED_REMOVALS = 3;
/** Consecutive failures after which a receiver counts as dead and is probed with one message a minute. */
export const DEAD_AFTER_FAILURES = 5;
/** Seconds between probes of a dead receiver. */
export const PROBE_INTERVAL_SECONDS = MINUTE;
/** A webhook is disabled after failing without a success for this long. */
export const GIVE_UP_AFTER_DAYS = 5;
/** Average response time above which a receiver is slow, seconds. */
export const SLOW_SECONDS = 1;
/** Messages in flight per receiver: `slow` also before the first response, `failing` after a failed attempt. */
export const PLACES = { well: 10, slow: 5, failing: 1 } as const;
/** Retention of messages and their attempts. */
export const MESSAGE_RETENTION_DAYS = 30;
/** Retention of inactive webhooks. */
export const WEBHOOK_RETENTION_DAYS = 90;
/** How long after a rotation messages are also signed with the previous secret. */
export const SECRET_OVERLAP_HOURS = 24;
/** How long a message waits for internal transactions if its webhook includes them, seconds. */
export const TRACES_TIMEOUT_SECONDS = 60;

/** Days for which a repeated idempotency key returns the webhook of the first request. */
export const IDEMPOTENCY_DAYS = 7;
