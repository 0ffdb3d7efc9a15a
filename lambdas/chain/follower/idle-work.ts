import type { Clock } from '../../core/runtime/clock';
import type { AtHead, BlockIndexer } from '../kind';

/** While blocks keep coming, the work that can wait is done this often, ms. */
const BUSY_INTERVAL_MS = 30_000;

/**
 * An indexer's work that can wait. A poll of a fast chain always finds a new block, so that the work also has turns
 * between blocks. One per session.
 */
export function createIdleWork<Raw>({ idle }: Pick<BlockIndexer<Raw>, 'idle'>, steady: Clock) {
  let doneAt = steady();
  const run = async (at: AtHead): Promise<void> => {
    await idle?.(at);
    doneAt = steady();
  };
  return {
    /** There is no new block. */
    run,
    /** There may be more blocks. */
    async runIfDue(at: AtHead): Promise<void> {
      if (steady() - doneAt >= BUSY_INTERVAL_MS) await run(at);
    },
  };
}
/** What `createIdleWork` gives. */
export type IdleWork = ReturnType<typeof createIdleWork>;
