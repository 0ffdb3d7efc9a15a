import * as z from 'zod';
import { readState, writeState } from '../state-file';

/** A token bucket. `rate`: requests per second. */
export interface Throttle {
  readonly rate: number;
  readonly burst: number;
}
export interface Quota {
  readonly limit: number;
  readonly period: 'DAY' | 'WEEK' | 'MONTH';
}

/** `now`: ms of a monotonic clock. */
export function createThrottles(now: () => number = () => performance.now()) {
  const buckets = new Map<string, { tokens: number; at: number }>();
  return (name: string, { rate, burst }: Throttle): boolean => {
    const bucket = buckets.get(name) ?? { tokens: burst, at: now() };
    const tokens = Math.min(burst, bucket.tokens + ((now() - bucket.at) / 1000) * rate);
    const allowed = tokens >= 1;
    buckets.set(name, { tokens: allowed ? tokens - 1 : tokens, at: now() });
    return allowed;
  };
}

const SAVE_DELAY_MS = 1_000;
const DAY_MS = 86_400_000;

const Used = z.record(z.string(), z.object({ period: z.string(), count: z.number() }));

/** A kill loses the last second of counts; AWS also documents quotas as best effort. */
export function createQuotas(file: string, now: () => number = Date.now) {
  const used = readState(file, Used, {}, 'Quota counts restart at zero.');
  let dirty = false;
  const save = () => {
    if (dirty) writeState(file, used);
    dirty = false;
  };
  const timer = setInterval(save, SAVE_DELAY_MS);
  timer.unref();
  return {
    /** false, without counting, if the period's quota is used up. */
    take(name: string, { limit, period }: Quota): boolean {
      const current = toPeriod(period, now());
      const count = used[name]?.period === current ? used[name].count : 0;
      if (count >= limit) return false;
      used[name] = { period: current, count: count + 1 };
      dirty = true;
      return true;
    },
    stop() {
      clearInterval(timer);
      save();
    },
  };
}

/** In UTC. `time`: Unix ms. */
function toPeriod(period: Quota['period'], time: number): string {
  if (period === 'WEEK') return `week ${Math.floor(time / (7 * DAY_MS))}`;
  return new Date(time).toISOString().slice(0, period === 'DAY' ? 10 : 7);
}
