import { isHeld } from '../../core/domain/stored-time';
import {
  DEAD_AFTER_FAILURES,
  GIVE_UP_AFTER_DAYS,
  PLACES,
  PROBE_INTERVAL_SECONDS,
  SLOW_SECONDS,
} from '../contract/delivery';
import type { HealthState } from '../contract/schemas/webhook-fields';

/** A receiver's health. Times in Unix ms. */
export interface Health {
  /** Consecutive failed attempts. */
  readonly failures: number;
  /** Time of the first of them. */
  readonly since?: number;
  readonly lastSuccessAt?: number;
  /** A dead receiver is not tried before this time. */
  readonly nextTryAt?: number;
  /** Moving average of response times, ms. */
  readonly latencyMs?: number;
  /** When a message last failed permanently. */
  readonly lastFailedAt?: number;
}

/** Interval between probes of a dead receiver, ms. */
export const PROBE_INTERVAL_MS = PROBE_INTERVAL_SECONDS * 1_000;
const GIVE_UP_AFTER_MS = GIVE_UP_AFTER_DAYS * 24 * 3_600_000;
const SLOW_MS = SLOW_SECONDS * 1_000;
/** Weight of the latest response in the moving average. */
const WEIGHT = 0.3;

/** Whether a receiver failed so often in a row that it gets only probes. */
export const isDead = ({ failures }: Health): boolean => failures >= DEAD_AFTER_FAILURES;
/** Whether a receiver may be tried now: a dead one only when its next probe is due. */
export const mayTry = ({ nextTryAt = 0 }: Health, now: number): boolean => !isHeld(nextTryAt, now, PROBE_INTERVAL_MS);
/** Whether responses are slow on average, timeouts included. */
export const isSlow = ({ latencyMs = 0 }: Health): boolean => latencyMs > SLOW_MS;
/** Whether a receiver failed for so long that its webhook gets disabled. */
export const isGivenUp = ({ failures, since }: Health, now: number, turnedOnAt = 0): boolean =>
  failures > 0 && since !== undefined && now - Math.max(since, turnedOnAt) >= GIVE_UP_AFTER_MS;

/** Health as a single state; undefined before the first attempt. */
export function getState(health: Health): HealthState | undefined {
  const { failures, lastSuccessAt, lastFailedAt } = health;
  if (failures === 0 && lastSuccessAt === undefined && lastFailedAt === undefined) return undefined;
  if (isDead(health)) return 'dead';
  if (failures > 0) return 'failing';
  return isSlow(health) ? 'slow' : 'healthy';
}

/** Maximum messages in flight to a receiver. */
export function getPlaces(health: Health): number {
  if (health.failures > 0) return PLACES.failing;
  return isSlow(health) || health.lastSuccessAt === undefined ? PLACES.slow : PLACES.well;
}

/** Health after a successful attempt. `latencyMs`: its response time. */
export function succeeded(health: Health, now: number, latencyMs: number): Health {
  const { lastFailedAt } = health;
  return {
    failures: 0,
    lastSuccessAt: now,
    latencyMs: mean(health, latencyMs),
    ...(lastFailedAt === undefined ? {} : { lastFailedAt }),
  };
}

/** Health after a failed attempt. A receiver that is now dead is next tried after PROBE_INTERVAL_MS. */
export function failed(health: Health, now: number, latencyMs: number): Health {
  const after = {
    ...health,
    failures: health.failures + 1,
    // A `since` in the future (clock skew) would delay giving up.
    since: Math.min(health.since ?? now, now),
    latencyMs: mean(health, latencyMs),
  };
  return isDead(after) ? { ...after, nextTryAt: now + PROBE_INTERVAL_MS } : after;
}

/** Health after a message failed permanently (no attempts left). */
export const messageFailed = (health: Health, now: number): Health => ({ ...health, lastFailedAt: now });

const mean = ({ latencyMs: before }: Health, latencyMs: number): number =>
  Math.round(before === undefined ? latencyMs : before + WEIGHT * (latencyMs - before));
