import { type BackfillJob, getLast } from '../../chain/domain/backfill-job';
import { type BlockRange, joinRanges } from '../../chain/domain/block-range';
import type { Cursor } from '../../chain/domain/cursor';
import type { TraceCursor } from './trace-cursor';

/** Of blocks whose internal transactions are indexed, ascending; of history, tracing goes down. */
export const tracedRanges = (
  { start }: Pick<Cursor, 'start'>,
  { number }: Pick<TraceCursor, 'number'>,
  jobs: readonly BackfillJob[],
): BlockRange[] =>
  joinRanges([
    ...jobs.map((job) => ({ from: job.tracedFrom ?? getLast(job, start) + 1, to: getLast(job, start) })),
    { from: start, to: number },
  ]);
