// What receivers of webhooks can rely on. Declared beside the contract because the guides for callers state it.

const [MINUTE, HOUR, DAY] = [60, 3_600, 86_400];

/** The delay after each failed attempt, seconds. A message whose last attempt fails has failed. */
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
/** Delays vary by this share, so that messages that failed together are not retried together. */
export const RETRY_JITTER = 0.2;
/** A longer `Retry-After` of a receiver is cut to this, seconds. */
export const MAX_RETRY_AFTER_SECONDS = DAY;
/** Timeout for a receiver's status, including name resolution and connection, seconds. */
export const RECEIVER_TIMEOUT_SECONDS = 10;
/** How long the body of an answer is read once its status is known, seconds. It never changes the result. */
export const ANSWER_BODY_SECONDS = 1;
/** Bytes of a receiver's answer that are kept; the rest is not read. */
export const MAX_ANSWER_BYTES = 1_024;
/** Attempts of a removal that a receiver refuses: it may not know removals. */
export const MAX_REFUSED_REMOVALS = 3;
/** Failures in a row after which a receiver counts as dead: then one message a minute probes it. */
export const DEAD_AFTER_FAILURES = 5;
/** How often a dead receiver is probed, seconds. */
export const PROBE_INTERVAL_SECONDS = MINUTE;
/** A webhook is turned off after failing without a success for this long. */
export const GIVE_UP_AFTER_DAYS = 5;
/** A receiver whose answers take longer on average is slow, seconds. */
export const SLOW_SECONDS = 1;
/**
 * Messages in flight to a receiver: to one that answers soon, to one that is slow or has still to answer for the first
 * time, and to one whose last attempt failed.
 */
export const PLACES = { well: 10, slow: 5, failing: 1 } as const;
/** How long messages are kept, with their attempts. */
export const MESSAGE_RETENTION_DAYS = 30;
/** How long a webhook that is off is kept. */
export const WEBHOOK_RETENTION_DAYS = 90;
/** How long after a rotation messages are signed with the previous secret as well. */
export const SECRET_OVERLAP_HOURS = 24;
/** How long a message waits for internal transactions, if its webhook asks for them, seconds. */
export const TRACES_TIMEOUT_SECONDS = 60;

/** Days for which a repeated idempotency key finds the webhook that its first request made. */
export const IDEMPOTENCY_DAYS = 7;
