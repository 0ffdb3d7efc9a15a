import { sleep } from '../../core/runtime/clock';
import { key } from '../../core/table/key';
import { entities } from '../../core/table/schema';
import { type Stored, text } from '../../core/table/stored-item';
import type { Table } from '../../core/table/table';
import { ABSENT } from '../../core/table/update';
import { advance, type DoneEvent, type FeedProgress, NO_PROGRESS } from '../domain/feed-progress';

/** A webhook that waits for traces reads up to `settled`, so that the chain's other feeds do not wait with it. */
export interface ChainProgress {
  readonly matched: FeedProgress;
  /** Also matched with the blocks' traces, or after the timeout without them. */
  readonly settled: FeedProgress;
  /** Entries appended outside a block event. */
  readonly appended: number;
  /** Rises with each change. */
  readonly version: number;
}

export interface DoneEvents {
  readonly matched: readonly DoneEvent[];
  readonly settled: readonly DoneEvent[];
}

/** Conflicts of concurrent matchers, in a row. */
const MAX_ATTEMPTS = 20;

export const progressKey = (chain: string) => ({
  pk: key(entities.FeedProgress.pk, { chain }),
  sk: entities.FeedProgress.sk,
});

export function readProgress(item: Stored | undefined): ChainProgress {
  const parsed = (value: unknown) => (value === undefined ? NO_PROGRESS : (JSON.parse(text(value)) as FeedProgress));
  const matched = parsed(item?.m);
  return {
    matched,
    // Stored only while it differs, as it does on chains where a webhook waits for traces.
    settled: item?.w === undefined ? matched : parsed(item.w),
    appended: Number(item?.n ?? 0),
    version: Number(item?.v ?? 0),
  };
}

/** Until the change succeeds: concurrent matchers change the same item. */
export async function whileConflicting(chain: string, change: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    if (attempt > 0) await sleep(Math.random() * Math.min(400, 10 * 2 ** attempt));
    if (await change()) return;
  }
  throw new Error(`chain ${chain}: the progress of its feeds changed during ${MAX_ATTEMPTS} attempts to change it`);
}

export const unchanged = (version: number) => ({ v: version === 0 ? ABSENT : version });

export const createFeedProgress = (table: Table) => ({
  /** Not consistent: may lag behind. */
  of: async (chain: string): Promise<ChainProgress> => readProgress(await table.get(progressKey(chain))),

  /** Call once all rows of the events are written. Idempotent. */
  done: (chain: string, { matched: newlyMatched, settled: newlySettled }: DoneEvents): Promise<void> =>
    whileConflicting(chain, async () => {
      const before = readProgress(await table.get(progressKey(chain), true));
      const matched = advance(before.matched, newlyMatched);
      const settled = advance(before.settled, newlySettled);
      if (matched === before.matched && settled === before.settled) return true;
      const [m, w] = [JSON.stringify(matched), JSON.stringify(settled)];
      const set = { m, w: w === m ? undefined : w, v: before.version + 1 };
      return table.changeIf(progressKey(chain), { set }, unchanged(before.version));
    }),
});
export type FeedProgressStore = ReturnType<typeof createFeedProgress>;
