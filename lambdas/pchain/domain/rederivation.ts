import { type Findings, NO_FINDINGS } from '../../chain/domain/rederivation';

/**
 * In this order: `derive` writes all rows from the bucket into the copy that is not in use, up to the cursor; `compare`
 * compares both copies; `switch` lets readers and the indexer use the other copy; `drop` deletes the one that is not in
 * use. Blocks depend on all earlier ones, so the whole network is derived, in order.
 */
export type NetworkWork = 'derive' | 'compare' | 'switch' | 'drop';

/** A network has one at a time. */
export interface NetworkRederivation {
  readonly work: NetworkWork;
  /** Rises with each request of an operator. */
  readonly round: number;
  /** Start of the round, Unix ms. */
  readonly at: number;
  /** The derived rows are in use. */
  readonly switched: boolean;
  /** First block of the index. */
  readonly from: number;
  /** The first block that the copy that is not in use lacks. */
  readonly next: number;
  /** The first block that is not compared, or not deleted. */
  readonly position: number;
  /** Of the cursor when the round was last worked on. */
  readonly head: number;
  /** Recent blocks per second. */
  readonly speed?: number;
  /** Of this round. */
  readonly readUnits: number;
  readonly writeUnits: number;
  /** When an indexer first looked at the request, Unix ms: `at` is by the operator's clock. */
  readonly seenAt?: number;
  /** Unix ms. */
  readonly doneAt?: number;
  /** Shown to operators: must not contain secrets. */
  readonly lastError?: string;
  readonly found: Findings;
  /** Of the code when the first block was derived. */
  readonly version?: number;
}

/** The request of an operator. The other fields stay. */
export function nextRound(
  { doneAt: _d, lastError: _e, speed: _s, seenAt: _l, ...before }: NetworkRederivation,
  work: NetworkWork,
  now: number,
): NetworkRederivation {
  const round = { work, round: before.round + 1, at: now, position: 0, readUnits: 0, writeUnits: 0 };
  return { ...before, ...round, ...(work === 'compare' ? { found: NO_FINDINGS } : {}) };
}
