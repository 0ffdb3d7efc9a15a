import type { Clock } from '../../core/runtime/clock';
import { reportSkipped } from '../audit/losses';
import { type DoneEvent, isDone, isPassed } from '../domain/feed-progress';
import type { BlockToMatch, CanonicalBlock, MatchPass } from '../domain/match';
import { type ChainProgress, type DoneEvents, type FeedProgressStore, wasSkipped } from '../rows/feed-progress';

/** Of one batch. Events without a serial are of 0.1.0 and not part of the feeds. */
export function createFeedMarks(progress: Pick<FeedProgressStore, 'of' | 'done'>, now: Clock) {
  const seen = new Map<string, Promise<ChainProgress>>();
  const done = new Map<string, { matched: DoneEvent[]; settled: DoneEvent[] }>();
  const mark = (
    name: keyof DoneEvents,
    { chain, number }: Pick<CanonicalBlock, 'chain' | 'number'>,
    serial: number | undefined,
    kind: DoneEvent['kind'],
  ): void => {
    if (serial === undefined) return;
    const own = done.get(chain) ?? { matched: [], settled: [] };
    done.set(chain, own);
    own[name].push({ serial, block: number, kind });
  };
  const read = (chain: string): Promise<ChainProgress> => {
    const own = seen.get(chain) ?? progress.of(chain);
    seen.set(chain, own);
    return own;
  };
  return {
    /** Its messages are in the feeds, apart from those waiting for traces. */
    matched: (block: BlockToMatch): void => mark('matched', block, block.serial, 'added'),
    /** Including the messages that waited for traces. */
    settled: (block: BlockToMatch): void => mark('settled', block, block.serial, 'added'),
    removed(block: CanonicalBlock, serial: number | undefined): void {
      mark('matched', block, serial, 'removed');
      mark('settled', block, serial, 'removed');
    },
    /** SQS may deliver an event again after it was matched. May be false for one that was. */
    async isDone(chain: string, serial: number | undefined): Promise<boolean> {
      return serial !== undefined && isDone((await read(chain)).matched, serial);
    },
    /** Readers may be past the event. May be false for one that was just now. */
    isPassed: async (chain: string, serial: number): Promise<boolean> => isPassed((await read(chain)).matched, serial),
    /** It was skipped. May be false for one that was skipped just now: then `write` throws. */
    async isLate(chain: string, serial: number | undefined, pass: MatchPass | 'removed'): Promise<boolean> {
      return serial !== undefined && wasSkipped(await read(chain), serial, pass);
    },
    /** Call once everything that the marked events created is stored. Throws if an event was skipped meanwhile. */
    async write(): Promise<void> {
      for (const [chain, events] of done) {
        const { skipped, late } = await progress.done(chain, events, now());
        if (skipped > 0) reportSkipped(chain, skipped);
        if (late)
          throw new Error(`block event ${late.serial} of chain ${chain} was skipped; the retry appends its messages`);
      }
    },
  };
}
export type FeedMarks = ReturnType<typeof createFeedMarks>;
