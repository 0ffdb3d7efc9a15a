import type { Clock } from '../../core/runtime/clock';
import type { AtHead, BlockIndexer } from '../kind';

/** Interval of deferrable work while blocks keep coming, ms. */
const BUSY_INTERVAL_MS = 30_000;

/** One per session. On a fast chain every poll finds a block, so it also runs between blocks. */
export function createIdleWork<Raw>({ idle }: Pick<BlockIndexer<Raw>, 'idle'>, steady: Clock) {
  let doneAt = steady();
  const run = async (at: AtHead): Promise<void> => {
    await idle?.(at);
    doneAt = steady();
  };
  return {
    run,
    async runIfDue(at: AtHead): Promise<void> {
      if (steady() - doneAt >= BUSY_INTERVAL_MS) await run(at);
    },
  };
}
export type IdleWork = ReturnType<typeof createIdleWork>;
