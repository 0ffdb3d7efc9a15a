import { isHeld } from '../../core/domain/stored-time';
import {
  DEAD_AFTER_FAILURES,
  GIVE_UP_AFTER_DAYS,
  PLACES,
  PROBE_INTERVAL_SECONDS,
  SLOW_SECONDS,
} from '../contract/delivery';
import type { HealthState } from '../contract/schemas/webhook-fields';

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

/** How long a dead receiver is not tried after a failure, ms. */
export const PROBE_INTERVAL_MS = PROBE_INTERVAL_SECONDS * 1_000;
const GIVE_UP_AFTER_MS = GIVE_UP_AFTER_DAYS * 24 * 3_600_000;
const SLOW_MS = SLOW_SECONDS * 1_000;
/** What the latest answer counts for in the average. */
const WEIGHT = 0.3;

/** Whether a receiver failed too often in a row to be sent everything. */
export const isDead = ({ failures }: Health): boolean => failures >= DEAD_AFTER_FAILURES;
/** Whether a receiver may be tried: a dead one not before its time. */
export const mayTry = ({ nextTryAt = 0 }: Health, now: number): boolean => !isHeld(nextTryAt, now, PROBE_INTERVAL_MS);
/** Whether its answers take long, those that it never gave included. */
export const isSlow = ({ latencyMs = 0 }: Health): boolean => latencyMs > SLOW_MS;
/** Whether a receiver failed for so long that its webhook is turned off. */
export const isGivenUp = ({ failures, since }: Health, now: number, turnedOnAt = 0): boolean =>
  failures > 0 && since !== undefined && now - Math.max(since, turnedOnAt) >= GIVE_UP_AFTER_MS;

/** A receiver's health in a word; undefined while nothing is known of it. */
export function getState(health: Health): HealthState | undefined {
  const { failures, lastSuccessAt, lastFailedAt } = health;
  if (failures === 0 && lastSuccessAt === undefined && lastFailedAt === undefined) return undefined;
  if (isDead(health)) return 'dead';
  if (failures > 0) return 'failing';
  return isSlow(health) ? 'slow' : 'healthy';
}

/** How many messages may be in flight to a receiver. */
export function getPlaces(health: Health): number {
  if (health.failures > 0) return PLACES.failing;
  return isSlow(health) || health.lastSuccessAt === undefined ? PLACES.slow : PLACES.well;
}

/** An attempt succeeded. `latencyMs`: how long its answer took. */
export function succeeded(health: Health, now: number, latencyMs: number): Health {
  const { lastFailedAt } = health;
  return {
    failures: 0,
    lastSuccessAt: now,
    latencyMs: mean(health, latencyMs),
    ...(lastFailedAt === undefined ? {} : { lastFailedAt }),
  };
}

/** An attempt failed. A receiver that is dead by now is not tried for a minute. */
export function failed(health: Health, now: number, latencyMs: number): Health {
  const after = {
    ...health,
    failures: health.failures + 1,
    // One that is ahead would count for longer.
    since: Math.min(health.since ?? now, now),
    latencyMs: mean(health, latencyMs),
  };
  return isDead(after) ? { ...after, nextTryAt: now + PROBE_INTERVAL_MS } : after;
}

/** A message failed for good: it is not tried any more. */
export const messageFailed = (health: Health, now: number): Health => ({ ...health, lastFailedAt: now });

const mean = ({ latencyMs: before }: Health, latencyMs: number): number =>
  Math.round(before === undefined ? latencyMs : before + WEIGHT * (latencyMs - before));
