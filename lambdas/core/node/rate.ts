import type { Timer } from '../runtime/clock';

/** The share of its rate that a client keeps, however much its node throttles. */
const MIN_SHARE = 1 / 8;
/** Lowered at most once in this time, ms: calls in flight together are throttled together. */
const STEP_MS = 1_000;
/** A lowered rate rises by this factor in each step, until the node throttles again. */
const RISE = 1.5;

/** Limits calls per second; fewer for a while after the node throttled. */
export function createRate(callsPerSecond: number, { steady, sleep }: Pick<Timer, 'steady' | 'sleep'>) {
  let rate = callsPerSecond;
  let freeAt = 0;
  let loweredAt = Number.NEGATIVE_INFINITY;
  let raisedAt = 0;
  return {
    /** Waits until the rate allows for these calls, in order. */
    async take(calls: number): Promise<void> {
      if (rate < callsPerSecond && steady() - raisedAt >= STEP_MS) {
        rate = Math.min(callsPerSecond, rate * RISE);
        raisedAt = steady();
      }
      const at = Math.max(steady(), freeAt);
      freeAt = at + (calls * 1_000) / rate;
      // Bursts of up to a second's worth are allowed: the limit is a rate, not a spacing.
      if (at - steady() > 1_000) await sleep(at - steady() - 1_000);
    },
    /** The node throttled this share of the calls of a request: at most half the rate from now on. */
    slow(share: number): void {
      if (steady() - loweredAt < STEP_MS) return;
      rate = Math.max(rate * (1 - share / 2), callsPerSecond * MIN_SHARE);
      loweredAt = steady();
      raisedAt = steady();
    },
  };
}
