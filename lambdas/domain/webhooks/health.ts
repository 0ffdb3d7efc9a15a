/** How a receiver does. Times in Unix ms. */
export interface Health {
  /** Attempts in a row that failed. */
  readonly failures: number;
  /** When the first of them failed. */
  readonly since?: number;
}

/** Failures in a row after which a receiver counts as dead: one message a minute is sent to see whether it still is. */
const DEAD_AFTER = 5;
/** How often a dead receiver is tried, ms. */
export const PROBE_EVERY = 60_000;
/** A webhook that has done nothing but fail for so long is turned off, ms. */
const GIVE_UP_AFTER = 5 * 24 * 3_600_000;
/** What waits for a dead receiver to come back waits at most so long more, ms. */
const [SHORTEST, LONGEST] = [60_000, 30 * 60_000];

/** Too many failures in a row to send it everything. */
export const isDead = ({ failures }: Health): boolean => failures >= DEAD_AFTER;
/** It has done nothing but fail for so long that it is turned off. */
export const isGivenUp = ({ failures, since }: Health, now: number, turnedOnAt = 0): boolean =>
  failures > 0 && since !== undefined && now - Math.max(since, turnedOnAt) >= GIVE_UP_AFTER;

/** When a message for a dead receiver is looked at again, Unix ms: later, the longer it is dead. `draw`: from 0 to 1. */
export function whenDead({ since = 0 }: Health, now: number, draw: number): number {
  const delay = Math.min(LONGEST, Math.max(SHORTEST, (now - since) / 4));
  return Math.round(now + delay * (0.8 + 0.4 * draw));
}
