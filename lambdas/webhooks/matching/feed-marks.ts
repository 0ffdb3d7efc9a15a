import { type DoneEvent, isDone } from '../domain/feed-progress';
import type { BlockToMatch, CanonicalBlock } from '../domain/match';
import type { ChainProgress, DoneEvents, FeedProgressStore } from '../rows/feed-progress';

/** Of one batch. Events without a serial are of 0.1.0 and not part of the feeds. */
export function createFeedMarks(progress: FeedProgressStore) {
  const seen = new Map<string, Promise<ChainProgress>>();
  const done = new Map<string, { matched: DoneEvent[]; settled: DoneEvent[] }>();
  const mark = (
    name: keyof DoneEvents,
    { chain, number }: Pick<CanonicalBlock, 'chain' | 'number'>,
    event: Omit<DoneEvent, 'block'>,
  ) => {
    const own = done.get(chain) ?? { matched: [], settled: [] };
    done.set(chain, own);
    own[name].push({ ...event, block: number });
  };
  return {
    /** Its messages are in the feeds, maybe except for those that wait for traces. */
    matched(block: BlockToMatch): void {
      if (block.serial !== undefined) mark('matched', block, { serial: block.serial, kind: 'added' });
    },
    /** All of its messages are in the feeds. */
    settled(block: BlockToMatch): void {
      if (block.serial !== undefined) mark('settled', block, { serial: block.serial, kind: 'added' });
    },
    removed(block: CanonicalBlock, serial: number | undefined): void {
      if (serial === undefined) return;
      mark('matched', block, { serial, kind: 'removed' });
      mark('settled', block, { serial, kind: 'removed' });
    },
    /** SQS may deliver an event again after it was matched. May be false for one that was. */
    async isDone(chain: string, serial: number | undefined): Promise<boolean> {
      if (serial === undefined) return false;
      const own = seen.get(chain) ?? progress.of(chain);
      seen.set(chain, own);
      return isDone((await own).matched, serial);
    },
    /** Call once everything that the marked events created is stored. */
    async write(): Promise<void> {
      for (const [chain, events] of done) await progress.done(chain, events);
    },
  };
}
export type FeedMarks = ReturnType<typeof createFeedMarks>;
