import type { BlockRange } from './block-range';

/**
 * A range of a chain's history that one worker indexes in order, beside the follower and the workers of other ranges.
 * Both ends included. No block is in two of them.
 */
export interface BackfillJob extends BlockRange {
  /** The first block that is not written yet; above `to` once all are. */
  readonly next: number;
  /** The `next` that it had reached when it was last restarted: blocks below it stay whole. */
  readonly reached?: number;
  /** Transactions from its first block up to the one before `next`. */
  readonly cumulative: number;
  /** Transactions of all its blocks; absent before they were written for the first time. */
  readonly transactions?: number;
  /** Hash of the block before its first; absent before the first slice. */
  readonly parent?: string;
  /** Hash of the block before `next`; absent before the first slice. */
  readonly hash?: string;
  /** When it was requested, Unix ms. */
  readonly startedAt: number;
  /** Blocks per second of the last few slices, including pauses. */
  readonly speed?: number;
  /** Write units that it has used since it was last begun. */
  readonly writeUnits: number;
  /** Which of the chain's workers has it, from 0 on; absent where none has. */
  readonly worker?: number;
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
export const getLast = ({ to }: Pick<BackfillJob, 'to'>, start: number): number => Math.min(to, start - 1);

/** The first block that may be missing or half written. */
const getFrontier = ({ next, reached = next }: BackfillJob): number => Math.max(next, reached);

/** The blocks of a job that it has not written whole. The blocks from `start` on are whole. */
export const unwrittenBlocks = (job: BackfillJob, start: number): BlockRange[] => {
  const left = { from: getFrontier(job), to: getLast(job, start) };
  return left.from <= left.to ? [left] : [];
};

/** One of the workers of a chain's history, from 0 on, and how many there are. */
export interface BackfillWorker {
  readonly index: number;
  readonly count: number;
}

/**
 * The job that a worker is to go on with: its own, or one of the highest that nobody has, as what is newest is read most.
 * Each worker begins with another one, as all look at the same moment. Nobody has what belonged to a worker that the
 * configuration does not have any more.
 */
export function jobFor({ index, count }: BackfillWorker, jobs: readonly BackfillJob[]): BackfillJob | undefined {
  const unfinished = jobs.filter(({ doneAt }) => doneAt === undefined);
  const free = unfinished.filter(({ worker }) => worker === undefined || worker >= count);
  return unfinished.find(({ worker }) => worker === index) ?? free.at(-1 - index) ?? free.at(-1);
}

/** The job as a restart begins it: it runs again from its first block. */
export const restarted = (job: BackfillJob) => ({
  from: job.from,
  to: job.to,
  reached: getFrontier(job),
  ...(job.unchecked ? { unchecked: job.unchecked } : {}),
  ...(job.transactions === undefined ? {} : { transactions: job.transactions }),
});

/** How far the given jobs are together. The blocks from `start` on are the follower's. */
export function getProgress(jobs: readonly BackfillJob[], start: number) {
  const unfinished = jobs.filter(({ doneAt }) => doneAt === undefined);
  const inWork = unfinished.filter(({ worker }) => worker !== undefined);
  const left = (some: readonly BackfillJob[]) =>
    some.reduce((sum, { next, to }) => sum + Math.max(0, getLast({ to }, start) + 1 - next), 0);
  const speed = Math.round(inWork.reduce((sum, job) => sum + (job.speed ?? 0), 0) * 10) / 10;
  return {
    blocks: jobs.reduce((sum, { from, to }) => sum + getLast({ to }, start) + 1 - from, 0),
    blocksLeft: left(unfinished),
    workers: inWork.length,
    /** Blocks per second of all workers together, of late; undefined before the first of them. */
    speed: speed > 0 ? speed : undefined,
    /** At this speed; undefined while it is not known. */
    secondsLeft: speed > 0 ? Math.ceil(left(unfinished) / speed) : undefined,
    writeUnits: jobs.reduce((sum, job) => sum + job.writeUnits, 0),
    /** Why one does not advance. */
    lastError: unfinished.find(({ lastError }) => lastError !== undefined)?.lastError,
  };
}
