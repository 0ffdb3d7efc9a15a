// In the contract because the guides for callers state these guarantees.

const [MINUTE, HOUR, DAY] = [60, 3_600, 86_400];

/** After each failed attempt. When the attempt after the last delay fails, the message has failed. */
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
/** So that messages that failed together are not retried together. */
export const RETRY_JITTER = 0.2;
/** Cap of a receiver's `Retry-After`. */
export const MAX_RETRY_AFTER_SECONDS = DAY;
/**
 * Fields of the sender's log line. `retried`: the attempt failed, and another follows. `failed`: none follows.
 * `revoked`: not sent, as a reorg removed the block. Attempts of an interrupted sender are not counted.
 */
export const DELIVERY_OUTCOMES = ['delivered', 'retried', 'failed', 'revoked'] as const;
export type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number];
/** Until a receiver's status, including DNS and connect. */
export const RECEIVER_TIMEOUT_SECONDS = 10;
/** How long a response body is read after the status. Never affects the outcome. */
export const ANSWER_BODY_SECONDS = 1;
export const MAX_ANSWER_BYTES = 1_024;
/** A receiver that rejects a removal may not support removals. */
export const MAX_REFUSED_REMOVALS = 3;
/** Consecutive; a dead receiver is probed with one message a minute. */
export const DEAD_AFTER_FAILURES = 5;
export const PROBE_INTERVAL_SECONDS = MINUTE;
/** Without a success; then the webhook is disabled. */
export const GIVE_UP_AFTER_DAYS = 5;
export const SLOW_SECONDS = 1;
/** In flight per receiver: `slow` also before the first response, `failing` after a failed attempt. */
export const PLACES = { well: 10, slow: 5, failing: 1 } as const;
export const MESSAGE_RETENTION_DAYS = 30;
/** Of one request for the counts of messages. */
export const MAX_STATS_DAYS = MESSAGE_RETENTION_DAYS + 1;
/** Of a request for a feed without messages; API Gateway allows 29 seconds. */
export const MAX_WAIT_SECONDS = 20;
export const WEBHOOK_RETENTION_DAYS = 90;
/** Messages are also signed with the previous secret for this long after a rotation. */
export const SECRET_OVERLAP_HOURS = 24;
/** A message waits this long for internal transactions if its webhook includes them. */
export const TRACES_TIMEOUT_SECONDS = 60;

/** A repeated idempotency key returns the webhook of the first request for this long. */
export const IDEMPOTENCY_DAYS = 7;
