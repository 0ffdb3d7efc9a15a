/** How a receiver has been doing. Times in Unix ms. */
export interface Health {
  /** Failed attempts in a row. */
  readonly failures: number;
  /** When the first of them failed. */
  readonly since?: number;
}

/** Failures in a row after which a receiver counts as dead: then one message a minute probes it. */
const DEAD_AFTER_FAILURES = 5;
/** How often a dead receiver is probed. */
export const PROBE_INTERVAL_MS = 60_000;
/** A webhook is turned off after failing without a success for this long. */
const GIVE_UP_AFTER_MS = 5 * 24 * 3_600_000;
/** Bounds of the delay of messages to a dead receiver. */
const [MIN_DELAY_MS, MAX_DELAY_MS] = [60_000, 30 * 60_000];

/** Whether a receiver failed too often in a row to be sent everything. */
export const isDead = ({ failures }: Health): boolean => failures >= DEAD_AFTER_FAILURES;
/** Whether a receiver failed for so long that its webhook is turned off. */
export const isGivenUp = ({ failures, since }: Health, now: number, turnedOnAt = 0): boolean =>
  failures > 0 && since !== undefined && now - Math.max(since, turnedOnAt) >= GIVE_UP_AFTER_MS;

/** When a message to a dead receiver is due again, Unix ms: later, the longer it has been dead. `draw`: from 0 to 1. */
export function whenDead({ since = 0 }: Health, now: number, draw: number): number {
  const delay = Math.min(MAX_DELAY_MS, Math.max(MIN_DELAY_MS, (now - since) / 4));
  return Math.round(now + delay * (0.8 + 0.4 * draw));
}
