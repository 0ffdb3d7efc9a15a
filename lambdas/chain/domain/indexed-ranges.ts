import { type BackfillJob, getLast, unwrittenBlocks } from './backfill-job';
import { type BlockRange, without } from './block-range';
import { type Cursor, hiddenRanges, visibleBlock } from './cursor';

/** Of blocks that are wholly indexed and visible, ascending: the backfilled ones, then the follower's. */
export function indexedRanges(cursor: Cursor, jobs: readonly BackfillJob[]): BlockRange[] {
  const { start } = cursor;
  const backfilled = jobs.map((job) => ({ from: job.from, to: getLast(job, start) }));
  const unwritten = jobs.flatMap((job) => unwrittenBlocks(job, start));
  return [
    ...without(backfilled, [...unwritten, ...hiddenRanges(cursor)]).toSorted((a, b) => a.from - b.from),
    ...without([{ from: start, to: visibleBlock(cursor) }], hiddenRanges(cursor)),
  ];
}
