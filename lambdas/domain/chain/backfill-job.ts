/** A range of a chain's history that is indexed in parallel with the follower. Both ends included. */
export interface BackfillJob {
  readonly from: number;
  readonly to: number;
  /** The first block that is not written yet; above `to` once all are. */
  readonly next: number;
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
  /**
   * The lowest block whose internal transactions are written. Tracing starts at the job's last block and goes down,
   * once all blocks are written.
   */
  readonly tracedFrom?: number;
  /** When tracing ended, Unix ms: at the first block, or where the node has no state left to trace. */
  readonly tracesEndedAt?: number;
}

/** The last block that a job writes: from its start block on, the follower writes. */
export const lastOf = ({ to }: Pick<BackfillJob, 'to'>, start: number): number => Math.min(to, start - 1);

/** Seconds until the job is done at the speed of its last slice; undefined while that is not known. */
export function secondsLeft({
  next,
  to,
  speed,
}: Pick<BackfillJob, 'next' | 'to'> & { readonly speed: number | undefined }): number | undefined {
  return speed === undefined || speed <= 0 ? undefined : Math.ceil(Math.max(0, to + 1 - next) / speed);
}
