import { isHeld } from '../../core/domain/stored-time';
import {
  DEAD_AFTER_FAILURES,
  GIVE_UP_AFTER_DAYS,
  PLACES,
  PROBE_INTERVAL_SECONDS,
  SLOW_SECONDS,
} from '../contract/delivery';
import type { HealthState } from '../contract/schemas/webhook-fields';

/** Times in Unix ms. */
export interface Health {
  /** In a row. */
  readonly failures: number;
  readonly since?: number;
  readonly lastSuccessAt?: number;
  /** A dead receiver is not tried before this. */
  readonly nextTryAt?: number;
  /** Moving average. */
  readonly latencyMs?: number;
  readonly lastFailedAt?: number;
}

export const PROBE_INTERVAL_MS = PROBE_INTERVAL_SECONDS * 1_000;
const GIVE_UP_AFTER_MS = GIVE_UP_AFTER_DAYS * 24 * 3_600_000;
const SLOW_MS = SLOW_SECONDS * 1_000;
const WEIGHT = 0.3;

export const isDead = ({ failures }: Health): boolean => failures >= DEAD_AFTER_FAILURES;
export const mayTry = ({ nextTryAt = 0 }: Health, now: number): boolean => !isHeld(nextTryAt, now, PROBE_INTERVAL_MS);
/** Timeouts included. */
export const isSlow = ({ latencyMs = 0 }: Health): boolean => latencyMs > SLOW_MS;
export const isGivenUp = ({ failures, since }: Health, now: number, turnedOnAt = 0): boolean =>
  failures > 0 && since !== undefined && now - Math.max(since, turnedOnAt) >= GIVE_UP_AFTER_MS;

/** undefined before the first attempt. */
export function getState(health: Health): HealthState | undefined {
  const { failures, lastSuccessAt, lastFailedAt } = health;
  if (failures === 0 && lastSuccessAt === undefined && lastFailedAt === undefined) return undefined;
  if (isDead(health)) return 'dead';
  if (failures > 0) return 'failing';
  return isSlow(health) ? 'slow' : 'healthy';
}

export function getPlaces(health: Health): number {
  if (health.failures > 0) return PLACES.failing;
  return isSlow(health) || health.lastSuccessAt === undefined ? PLACES.slow : PLACES.well;
}

export function succeeded(health: Health, now: number, latencyMs: number): Health {
  const { lastFailedAt } = health;
  return {
    failures: 0,
    lastSuccessAt: now,
    latencyMs: mean(health, latencyMs),
    ...(lastFailedAt === undefined ? {} : { lastFailedAt }),
  };
}

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

export const messageFailed = (health: Health, now: number): Health => ({ ...health, lastFailedAt: now });

const mean = ({ latencyMs: before }: Health, latencyMs: number): number =>
  Math.round(before === undefined ? latencyMs : before + WEIGHT * (latencyMs - before));
