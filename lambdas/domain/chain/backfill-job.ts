/** A range of a chain's history that is indexed beside the follower. Both ends included. */
export interface BackfillJob {
  readonly from: number;
  readonly to: number;
  /** The first block that is not written yet; above `to` once all are. */
  readonly next: number;
  /** Transactions up to the block before `next`. */
  readonly cumulative: number;
  /** Hash of the block before `next`; absent before the first slice. */
  readonly hash?: string;
  /** When it was asked for, Unix ms. */
  readonly startedAt: number;
  /** Blocks a second of the last slice, pauses in. */
  readonly speed?: number;
  /** Rises with each worker that takes the job: a former one can move it no more. */
  readonly fence: number;
  /** When all was written, Unix ms. */
  readonly doneAt?: number;
  /** Why it does not advance, in words that are safe to show. */
  readonly lastError?: string;
  /** The lowest of its blocks whose internal transactions are told: from its last block down, once all is written. */
  readonly tracedFrom?: number;
  /** When their telling ended, Unix ms: at the first block, or where the node keeps no state to trace. */
  readonly tracesEndedAt?: number;
}

/** The last block that a job writes: the blocks from the follower's first on are the follower's. */
export const lastOf = ({ to }: Pick<BackfillJob, 'to'>, start: number): number => Math.min(to, start - 1);

/** Seconds until the job is done at the speed of its last slice; undefined while that is not known. */
export function secondsLeft({
  next,
  to,
  speed,
}: Pick<BackfillJob, 'next' | 'to'> & { readonly speed: number | undefined }): number | undefined {
  return speed === undefined || speed <= 0 ? undefined : Math.ceil(Math.max(0, to + 1 - next) / speed);
}
