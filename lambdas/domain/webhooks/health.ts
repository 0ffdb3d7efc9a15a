import type { HealthState } from '../../contract/schemas/webhooks';

/** How a receiver has been doing. Times in Unix ms. */
export interface Health {
  /** Failed attempts in a row. */
  readonly failures: number;
  /** When the first of them failed. */
  readonly since?: number;
  readonly lastSuccessAt?: number;
  /** A dead receiver is not tried before. */
  readonly nextTryAt?: number;
  /** Moving average of the time that its answers took, ms. */
  readonly latencyMs?: number;
  /** When a message last failed for good. */
  readonly lastFailedAt?: number;
}

/** Failures in a row after which a receiver counts as dead: then one message a minute probes it. */
const DEAD_AFTER_FAILURES = 5;
/** How often a dead receiver is probed. */
const PROBE_INTERVAL_MS = 60_000;
/** A webhook is turned off after failing without a success for this long. */
const GIVE_UP_AFTER_MS = 5 * 24 * 3_600_000;
/** A receiver whose answers take longer on average is slow. */
const SLOW_MS = 1_000;
/** What the latest answer counts for in the average. */
const WEIGHT = 0.3;
/**
 * Messages in flight to a receiver: to one that answers soon, to one that is slow or has still to answer for the first
 * time, and to one whose last attempt failed.
 */
const PLACES = { well: 10, slow: 5, failing: 1 } as const;

/** Whether a receiver failed too often in a row to be sent everything. */
export const isDead = ({ failures }: Health): boolean => failures >= DEAD_AFTER_FAILURES;
/** Whether its answers take long, those that it never gave included. */
export const isSlow = ({ latencyMs = 0 }: Health): boolean => latencyMs > SLOW_MS;
/** Whether a receiver failed for so long that its webhook is turned off. */
export const isGivenUp = ({ failures, since }: Health, now: number, turnedOnAt = 0): boolean =>
  failures > 0 && since !== undefined && now - Math.max(since, turnedOnAt) >= GIVE_UP_AFTER_MS;

/** A receiver's health in a word; undefined while nothing is known of it. */
export function stateOf(health: Health): HealthState | undefined {
  const { failures, lastSuccessAt, lastFailedAt } = health;
  if (failures === 0 && lastSuccessAt === undefined && lastFailedAt === undefined) return undefined;
  if (isDead(health)) return 'dead';
  if (failures > 0) return 'failing';
  return isSlow(health) ? 'slow' : 'healthy';
}

/** How many messages may be in flight to a receiver. */
export function placesOf(health: Health): number {
  if (health.failures > 0) return PLACES.failing;
  return isSlow(health) || health.lastSuccessAt === undefined ? PLACES.slow : PLACES.well;
}

/** An attempt succeeded. `latencyMs`: how long its answer took. */
export function succeeded(health: Health, now: number, latencyMs: number): Health {
  const { lastFailedAt } = health;
  return {
    failures: 0,
    lastSuccessAt: now,
    latencyMs: averageOf(health, latencyMs),
    ...(lastFailedAt === undefined ? {} : { lastFailedAt }),
  };
}

/** An attempt failed. A receiver that is dead by now is not tried for a minute. */
export function failed(health: Health, now: number, latencyMs: number): Health {
  const after = {
    ...health,
    failures: health.failures + 1,
    since: health.since ?? now,
    latencyMs: averageOf(health, latencyMs),
  };
  return isDead(after) ? { ...after, nextTryAt: now + PROBE_INTERVAL_MS } : after;
}

/** A message failed for good: it is not tried any more. */
export const messageFailed = (health: Health, now: number): Health => ({ ...health, lastFailedAt: now });

const averageOf = ({ latencyMs: before }: Health, latencyMs: number): number =>
  Math.round(before === undefined ? latencyMs : before + WEIGHT * (latencyMs - before));
