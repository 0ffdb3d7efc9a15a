import type { LimitFunction } from 'p-limit';
import { getCursor } from '../follower/cursor-of';
import type { InHistory } from '../kind';
import type { BackfillDeps } from './backfill-deps';

/** Rows that end a slice: bounds memory and the size of a job's step. */
export const MAX_SLICE_ROWS = 3_000;
/** Items between two waits for the pace: about a second at the default rate. */
const PART_ITEMS = 1_000;
/** Longest wait of a slice for the pace, ms: one slice must complete per invocation at any rate. */
export const MAX_PACED_MS = 30_000;
export const WRITE_TIMEOUT_MS = 30_000;

/** Idempotent. `inTurn` is shared by concurrent slices, as they share one pace. */
export async function writeSlice<Raw>(
  { chain, table, store, indexer, pace, timer }: BackfillDeps<Raw>,
  raws: readonly Raw[],
  at: Pick<InHistory, 'cumulative' | 'head' | 'final' | 'unchecked' | 'turn'>,
  inTurn: LimitFunction,
): Promise<void> {
  await store.putSlice(raws);
  const until = timer.steady() + MAX_PACED_MS;
  const keepPace = () => pace.hold(until);
  await indexer.apply(raws, {
    mode: 'history',
    ...at,
    cursor: () => getCursor(table, chain.chainId),
    signal: () => AbortSignal.timeout(WRITE_TIMEOUT_MS),
    async write(writes) {
      for (let from = 0; from < writes.length; from += PART_ITEMS)
        await inTurn(async () => {
          await table.write(writes.slice(from, from + PART_ITEMS));
          await keepPace();
        });
    },
  });
  await inTurn(keepPace);
}
