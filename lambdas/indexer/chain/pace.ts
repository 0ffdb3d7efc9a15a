import { type Clock, sleep as realSleep } from '../../adapters/clock';
import type { Meter } from '../../adapters/dynamo/table';

/** Unused time counts for this long, ms: a slow node must not be followed by a burst. */
const CREDIT = 1_000;
/** However the table throttles, this part of the rate is kept. */
const LEAST = 1 / 8;

/** Holds a rate of write units, as the table's meter counts them. */
export function openPace(unitsPerSecond: number, meter: Meter, now: Clock = Date.now, sleep = realSleep) {
  let rate = unitsPerSecond;
  let counted = meter.writeUnits;
  let freeAt = now();
  return {
    /** Waits until what was written since the last call is paid for. */
    async hold(): Promise<void> {
      const used = meter.writeUnits - counted;
      counted += used;
      freeAt = Math.max(freeAt, now() - CREDIT) + (used * 1_000) / rate;
      if (freeAt > now()) await sleep(freeAt - now());
    },
    /** The table throttles: half as fast from now on. */
    slow(): void {
      rate = Math.max(rate / 2, unitsPerSecond * LEAST);
    },
  };
}
/** What `openPace` gives. */
export type Pace = ReturnType<typeof openPace>;
