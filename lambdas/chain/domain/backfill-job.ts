import type { BlockRange } from './block-range';

/** A range of history, inclusive, that one worker indexes in order. Jobs do not overlap. */
export interface BackfillJob extends BlockRange {
  /** The first block not written yet; above `to` once all are. */
  readonly next: number;
  /** The `next` reached before the last restart: blocks below it stay visible. */
  readonly reached?: number;
  /** Transactions from its first block to the one before `next`. */
  readonly cumulative: number;
  /** Transactions of all its blocks; absent until they are written for the first time. */
  readonly transactions?: number;
  /** Hash of the block before its first; absent before the first slice. */
  readonly parent?: string;
  /** Hash of the block before `next`; absent before the first slice. */
  readonly hash?: string;
  /** When it was requested or restarted, Unix ms. */
  readonly startedAt: number;
  /** Blocks per second of the last few slices, including pauses. */
  readonly speed?: number;
  /** Write units used since it was requested or restarted. */
  readonly writeUnits: number;
  /** Index of the chain's worker that has it, from 0; absent if none has. */
  readonly worker?: number;
  /** Rises with each worker that takes the job: fences off the previous one. */
  readonly fence: number;
  /** When the last block was written, Unix ms. */
  readonly doneAt?: number;
  /** Why it does not advance. Safe to show, as it contains no secrets. */
  readonly lastError?: string;
  /** Balances that a dead worker may have overwritten with older ones. */
  readonly unchecked?: UncheckedBalances;
  /**
   * The lowest block with indexed internal transactions. Once all blocks are written, tracing goes down from the job's
   * last block.
   */
  readonly tracedFrom?: number;
  /** When tracing ended, Unix ms: at the first block, or where the node has no older state. */
  readonly tracesEndedAt?: number;
}

export interface UncheckedBalances {
  /** The balances are as of this block or later. */
  readonly since: number;
  /** The highest block that touched them. */
  readonly to: number;
  /** When the last write of them began, Unix ms. */
  readonly at: number;
}

/** The last block that a job writes: from `start` on, blocks belong to the follower. */
export const getLast = ({ to }: Pick<BackfillJob, 'to'>, start: number): number => Math.min(to, start - 1);

/** The first block that may be missing or partially written. */
const getFrontier = ({ next, reached = next }: BackfillJob): number => Math.max(next, reached);

/** The blocks of a job that are not completely written. `start`: the follower's first block. */
export const unwrittenBlocks = (job: BackfillJob, start: number): BlockRange[] => {
  const left = { from: getFrontier(job), to: getLast(job, start) };
  return left.from <= left.to ? [left] : [];
};

/** `index`: from 0. */
export interface BackfillWorker {
  readonly index: number;
  readonly count: number;
}

/**
 * The next job of a worker: its own, or else one of the highest free ones, as recent blocks are read most. Workers look
 * at the same time, so each starts at another one. Jobs of workers beyond the configured number count as free.
 */
export function jobFor({ index, count }: BackfillWorker, jobs: readonly BackfillJob[]): BackfillJob | undefined {
  const unfinished = jobs.filter(({ doneAt }) => doneAt === undefined);
  const free = unfinished.filter(({ worker }) => worker === undefined || worker >= count);
  return unfinished.find(({ worker }) => worker === index) ?? free.at(-1 - index) ?? free.at(-1);
}

/** The fields of a job that a restart keeps: it runs again from its first block. */
export const restarted = (job: BackfillJob) => ({
  from: job.from,
  to: job.to,
  reached: getFrontier(job),
  ...(job.unchecked ? { unchecked: job.unchecked } : {}),
  ...(job.transactions === undefined ? {} : { transactions: job.transactions }),
});

/** Combined progress of these jobs. `start`: the follower's first block. */
export function getProgress(jobs: readonly BackfillJob[], start: number) {
  const unfinished = jobs.filter(({ doneAt }) => doneAt === undefined);
  const running = unfinished.filter(({ worker }) => worker !== undefined);
  const left = (some: readonly BackfillJob[]) =>
    some.reduce((sum, { next, to }) => sum + Math.max(0, getLast({ to }, start) + 1 - next), 0);
  const speed = Math.round(running.reduce((sum, job) => sum + (job.speed ?? 0), 0) * 10) / 10;
  return {
    blocks: jobs.reduce((sum, { from, to }) => sum + getLast({ to }, start) + 1 - from, 0),
    blocksLeft: left(unfinished),
    workers: running.length,
    /** Recent blocks per second of all workers together; undefined until measured. */
    speed: speed > 0 ? speed : undefined,
    /** At this speed; undefined until measured. */
    secondsLeft: speed > 0 ? Math.ceil(left(unfinished) / speed) : undefined,
    writeUnits: jobs.reduce((sum, job) => sum + job.writeUnits, 0),
    /** Of the first failing job. */
    lastError: unfinished.find(({ lastError }) => lastError !== undefined)?.lastError,
  };
}
