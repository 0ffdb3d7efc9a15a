import { sleep } from '../../core/runtime/clock';
import { key } from '../../core/table/key';
import { entities } from '../../core/table/schema';
import { type Stored, text } from '../../core/table/stored-item';
import type { Table } from '../../core/table/table';
import { ABSENT } from '../../core/table/update';
import {
  advance,
  type DoneEvent,
  type FeedProgress,
  isSkipped,
  NO_PROGRESS,
  overdue,
  skip,
} from '../domain/feed-progress';
import type { MatchPass } from '../domain/match';

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

/** The messages of this pass are not at the event's serial, but where they were appended. */
export const wasSkipped = ({ matched, settled }: ChainProgress, serial: number, pass: MatchPass | 'removed'): boolean =>
  isSkipped(pass === 'added' || pass === 'removed' ? matched : settled, serial);

export interface DoneEvents {
  readonly matched: readonly DoneEvent[];
  readonly settled: readonly DoneEvent[];
}

interface Marked {
  /** Number of events. */
  readonly skipped: number;
  readonly late?: DoneEvent;
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

function skipOverdue({ matched, settled }: Pick<ChainProgress, 'matched' | 'settled'>, now: number) {
  const unmatched = overdue(matched, now);
  const unsettled = overdue(settled, now);
  if (unmatched)
    return {
      matched: skip(matched, unmatched, now),
      settled: skip(settled, unmatched, now),
      skipped: unmatched.to - unmatched.from + 1,
    };
  // A removal is matched and settled at once, so only an event that is matched can be late for one of the two alone.
  if (unsettled && unsettled.to <= matched.serial)
    return { matched, settled: skip(settled, unsettled, now), skipped: unsettled.to - unsettled.from + 1 };
  return { matched, settled, skipped: 0 };
}

export const createFeedProgress = (table: Table) => ({
  /** May lag behind, unless consistent. */
  of: async (chain: string, isConsistent = false): Promise<ChainProgress> =>
    readProgress(await table.get(progressKey(chain), isConsistent)),

  /**
   * Call once all rows of the events are written. Idempotent. Skips events that are overdue. `late`: one of these events
   * that was skipped before, so that its rows are not in the feeds. `now`: Unix ms.
   */
  async done(chain: string, done: DoneEvents, now: number): Promise<Marked> {
    let result: Marked = { skipped: 0 };
    await whileConflicting(chain, async () => {
      const before = readProgress(await table.get(progressKey(chain), true));
      const late =
        done.matched.find(({ serial }) => isSkipped(before.matched, serial)) ??
        done.settled.find(({ serial }) => isSkipped(before.settled, serial));
      const advanced = {
        matched: advance(before.matched, done.matched, now),
        settled: advance(before.settled, done.settled, now),
      };
      const { matched, settled, skipped } = skipOverdue(advanced, now);
      result = { skipped, ...(late ? { late } : {}) };
      if (matched === before.matched && settled === before.settled) return true;
      const [m, w] = [JSON.stringify(matched), JSON.stringify(settled)];
      const set = { m, w: w === m ? undefined : w, v: before.version + 1 };
      return table.changeIf(progressKey(chain), { set }, unchanged(before.version));
    });
    return result;
  },
});
export type FeedProgressStore = ReturnType<typeof createFeedProgress>;
