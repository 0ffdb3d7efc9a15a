import { type BlockRange, without } from './block-range';

/** A range of a chain's history that is indexed in parallel with the follower. Both ends included. */
export interface BackfillJob extends BlockRange {
  /** The first block that is not written yet; above `to` once all are. */
  readonly next: number;
  /** The `next` that it had reached when it was last restarted: blocks below it stay whole. */
  readonly reached?: number;
  /** Transactions up to the block before `next`. */
  readonly cumulative: number;
  /** Hash of the block before `next`; absent before the first slice. */
  readonly hash?: string;
  /** When it was requested, Unix ms. */
  readonly startedAt: number;
  /** Blocks per second of the last slice, including pauses. */
  readonly speed?: number;
  /** Rises with each worker that takes the job, which fences off the one before. */
  readonly fence: number;
  /** When the last block was written, Unix ms. */
  readonly doneAt?: number;
  /** Why it does not advance. Safe to show: it contains no secret. */
  readonly lastError?: string;
  /** Balances that a worker may have written over newer ones, as it ended before it looked again. */
  readonly unchecked?: UncheckedBalances;
  /**
   * The lowest block whose internal transactions are written. Tracing starts at the job's last block and goes down,
   * once all blocks are written.
   */
  readonly tracedFrom?: number;
  /** When tracing ended, Unix ms: at the first block, or where the node has no state left to trace. */
  readonly tracesEndedAt?: number;
}

/** Balances that were written without a condition. */
export interface UncheckedBalances {
  /** They are as of this block or later. */
  readonly since: number;
  /** Blocks up to this one touched them. */
  readonly to: number;
  /** When writing them last began, Unix ms. */
  readonly at: number;
}

/** The last block that a job writes: from its start block on, the follower writes. */
export const lastOf = ({ to }: Pick<BackfillJob, 'to'>, start: number): number => Math.min(to, start - 1);

/** The first block that may be missing or half written. */
const frontierOf = ({ next, reached = next }: BackfillJob): number => Math.max(next, reached);

/** The blocks of a job that neither it nor another job has written whole. The blocks from `start` on are whole. */
export const unwrittenBlocks = (job: BackfillJob, jobs: readonly BackfillJob[], start: number): BlockRange[] =>
  without(
    [{ from: frontierOf(job), to: lastOf(job, start) }],
    jobs.map((other) => ({ from: other.from, to: frontierOf(other) - 1 })),
  );

/** The job as a restart begins it: it runs again from its first block. */
export const restarted = (job: BackfillJob) => ({
  ...{ from: job.from, to: job.to, reached: frontierOf(job) },
  ...(job.unchecked ? { unchecked: job.unchecked } : {}),
});

/** Seconds until the job is done at the speed of its last slice; undefined while that is not known. */
export function secondsLeft({
  next,
  to,
  speed,
}: Pick<BackfillJob, 'next' | 'to'> & { readonly speed: number | undefined }): number | undefined {
  return speed === undefined || speed <= 0 ? undefined : Math.ceil(Math.max(0, to + 1 - next) / speed);
}
