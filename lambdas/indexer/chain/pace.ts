import { type Clock, sleep as realSleep } from '../../adapters/clock';
import type { Meter } from '../../adapters/dynamo/table';

/** Unused time counts up to this long, ms, so that a slow node is not followed by a burst. */
const MAX_CREDIT_MS = 1_000;
/** The share of the rate that is kept however much the table throttles. */
const MIN_RATE_SHARE = 1 / 8;

/** Holds a rate of write units, as the table's meter counts them. */
export function openPace(unitsPerSecond: number, meter: Meter, now: Clock = Date.now, sleep = realSleep) {
  let rate = unitsPerSecond;
  let counted = meter.writeUnits;
  let freeAt = now();
  return {
    /** Waits until the rate allows for what was written since the last call. */
    async hold(): Promise<void> {
      const used = meter.writeUnits - counted;
      counted += used;
      freeAt = Math.max(freeAt, now() - MAX_CREDIT_MS) + (used * 1_000) / rate;
      if (freeAt > now()) await sleep(freeAt - now());
    },
    /** The table throttles: halves the rate from now on. */
    slow(): void {
      rate = Math.max(rate / 2, unitsPerSecond * MIN_RATE_SHARE);
    },
  };
}
/** What `openPace` gives. */
export type Pace = ReturnType<typeof openPace>;
