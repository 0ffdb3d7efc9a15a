import { type BackfillJob, getLast, unwrittenBlocks } from './backfill-job';
import { type BlockRange, joinRanges, without } from './block-range';
import { type Cursor, hiddenRanges, visibleBlock } from './cursor';

/** Of blocks that are wholly indexed and visible, ascending. */
export function indexedRanges(cursor: Cursor, jobs: readonly BackfillJob[]): BlockRange[] {
  const { start } = cursor;
  const planned = [...jobs.map((job) => ({ from: job.from, to: getLast(job, start) })), followed(cursor)];
  const unwritten = jobs.flatMap((job) => unwrittenBlocks(job, start));
  return joinRanges(without(planned, [...unwritten, ...hiddenRanges(cursor)]));
}

const followed = (cursor: Cursor): BlockRange => ({ from: cursor.start, to: visibleBlock(cursor) });
