import type { Timer } from '../runtime/clock';

const MIN_SHARE = 1 / 8;
/** Lowered at most this often, ms: calls in flight together are throttled together. */
const STEP_MS = 1_000;
const RISE = 1.5;

export function createRate(callsPerSecond: number, { steady, sleep }: Pick<Timer, 'steady' | 'sleep'>) {
  let rate = callsPerSecond;
  let freeAt = 0;
  let loweredAt = Number.NEGATIVE_INFINITY;
  let raisedAt = 0;
  return {
    async take(calls: number): Promise<void> {
      if (rate < callsPerSecond && steady() - raisedAt >= STEP_MS) {
        rate = Math.min(callsPerSecond, rate * RISE);
        raisedAt = steady();
      }
      const at = Math.max(steady(), freeAt);
      freeAt = at + (calls * 1_000) / rate;
      // Bursts of up to one second's worth are allowed: the limit is a rate, not a spacing.
      if (at - steady() > 1_000) await sleep(at - steady() - 1_000);
    },
    /** `share`: of a request's calls, 0 to 1. At most halves the rate. */
    slow(share: number): void {
      if (steady() - loweredAt < STEP_MS) return;
      rate = Math.max(rate * (1 - share / 2), callsPerSecond * MIN_SHARE);
      loweredAt = steady();
      raisedAt = steady();
    },
  };
}
