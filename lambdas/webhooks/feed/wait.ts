import { sleep, steadyClock } from '../../core/runtime/clock';
import type { ChainProgress, FeedProgressStore } from '../rows/feed-progress';

/** Half a read unit each, shared by all that wait for the chain in this process. */
const CHECK_MS = 50;

export function createWaits(progress: Pick<FeedProgressStore, 'of'>) {
  const running = new Map<string, Promise<ChainProgress>>();
  const check = (chain: string): Promise<ChainProgress> => {
    const own =
      running.get(chain) ??
      sleep(CHECK_MS)
        .then(() => progress.of(chain))
        .finally(() => running.delete(chain));
    running.set(chain, own);
    return own;
  };
  return {
    /** Once the progress has another version; undefined after `until` (steady clock). */
    async change(chain: string, version: number, until: number): Promise<ChainProgress | undefined> {
      while (steadyClock() < until) {
        const found = await check(chain);
        if (found.version !== version) return found;
      }
      return undefined;
    },
  };
}
