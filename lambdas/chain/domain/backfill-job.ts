import type { BlockRange } from './block-range';

/** A range of history that one worker indexes in order. Jobs do not overlap. */
export interface BackfillJob extends BlockRange {
  /** The first unwritten block; above `to` once all are written. */
  readonly next: number;
  /** The `next` reached before the last restart: blocks below it stay visible. */
  readonly reached?: number;
  /** Transactions from its first block to the one before `next`. */
  readonly cumulative: number;
  /** Of all its blocks; absent until they are first written. */
  readonly transactions?: number;
  /** Hash of the block before its first; absent before the first slice. */
  readonly parent?: string;
  /** Hash of the block before `next`; absent before the first slice. */
  readonly hash?: string;
  /** Request or restart, Unix ms. */
  readonly startedAt: number;
  /** Recent blocks per second, including pauses. */
  readonly speed?: number;
  readonly writeUnits: number;
  /** Index of its worker, from 0; absent if free. */
  readonly worker?: number;
  /** Rises with each worker that takes the job: fences off the previous one. */
  readonly fence: number;
  /** Unix ms. */
  readonly doneAt?: number;
  /** Shown to callers: must not contain secrets. */
  readonly lastError?: string;
  /** Balances that a dead worker may have overwritten with older ones. */
  readonly unchecked?: UncheckedBalances;
  /** The lowest block with indexed internal transactions; tracing goes down from the last block. */
  readonly tracedFrom?: number;
  /** Of the code that wrote the blocks from `versionFrom` on; absent for release 0.1.0. */
  readonly version?: number;
  readonly versionFrom?: number;
  /** The fencing token when the version was noted: a worker of 0.1.0 that takes the job does not. */
  readonly versionFence?: number;
  /** Unix ms: tracing reached the first block, or the node has no older state. */
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

/** From `start` on, blocks belong to the follower. */
export const getLast = ({ to }: Pick<BackfillJob, 'to'>, start: number): number => Math.min(to, start - 1);

/** undefined if release 0.1.0 may have written the blocks below `next`, as after a rollback of the service. */
export const getVersion = ({ version, versionFence, fence }: BackfillJob): number | undefined =>
  versionFence === fence ? version : undefined;

const getFrontier = ({ next, reached = next }: BackfillJob): number => Math.max(next, reached);

/** `start`: the follower's first block. */
export const unwrittenBlocks = (job: BackfillJob, start: number): BlockRange[] => {
  const left = { from: getFrontier(job), to: getLast(job, start) };
  return left.from <= left.to ? [left] : [];
};

export interface BackfillWorker {
  readonly index: number;
  readonly count: number;
}

/**
 * Its own job, or one of the highest free ones, as recent blocks are read most. Workers look at the
 * same time, so each starts at another one. Jobs of workers beyond `count` are free.
 */
export function jobFor<T extends Pick<BackfillJob, 'worker' | 'doneAt'>>(
  { index, count }: BackfillWorker,
  jobs: readonly T[],
): T | undefined {
  const unfinished = jobs.filter(({ doneAt }) => doneAt === undefined);
  const free = unfinished.filter(({ worker }) => worker === undefined || worker >= count);
  return unfinished.find(({ worker }) => worker === index) ?? free.at(-1 - index) ?? free.at(-1);
}

export const restarted = (job: BackfillJob) => ({
  from: job.from,
  to: job.to,
  reached: getFrontier(job),
  ...(job.unchecked ? { unchecked: job.unchecked } : {}),
  ...(job.transactions === undefined ? {} : { transactions: job.transactions }),
});

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
    speed: speed > 0 ? speed : undefined,
    secondsLeft: speed > 0 ? Math.ceil(left(unfinished) / speed) : undefined,
    writeUnits: jobs.reduce((sum, job) => sum + job.writeUnits, 0),
    lastError: unfinished.find(({ lastError }) => lastError !== undefined)?.lastError,
  };
}

/** Averages the time per block, not the speed: two concurrent slices end shortly after each other. */
export function recentSpeed(before: number | undefined, blocks: number, ms: number): number {
  const msPerBlock = Math.max(1, ms) / blocks;
  const recent = before ? (3 * (1_000 / before) + msPerBlock) / 4 : msPerBlock;
  return Math.round(10_000 / recent) / 10;
}
