import { msSince } from '../../core/domain/stored-time';
import type { BlockRef } from './block';
import { type BlockRange, includes } from './block-range';
import type { CountBefore } from './transaction-counts';

/** Work in progress, repeated after a crash from the raw blocks in the bucket, never from the node. */
export type Pending =
  /** Blocks on top of the cursor, ascending; rows and events may be partially written. */
  | { readonly kind: 'index'; readonly blocks: readonly BlockRef[] }
  /** Orphans, ascending; rows may be partially deleted. The cursor moves to the block below the first. */
  | { readonly kind: 'rollback'; readonly blocks: readonly BlockRef[] };

/** Blocks hidden from readers, as a backfill job has not completely written them. */
export interface HiddenBlocks {
  readonly job: BlockRange;
  readonly ranges: readonly BlockRange[];
}

/** A chain's indexing state: everything the follower must know after a crash. */
export interface Cursor {
  /** The last indexed block; `start` - 1 before the first one. */
  readonly number: number;
  /** Its hash; absent if `number` is below `start`. */
  readonly hash?: string;
  /** Its time in Unix seconds; 0 without a block. */
  readonly time: number;
  /** Transactions since `start`. */
  readonly cumulative: number;
  /** Offsets for the transaction counts of rows, once a backfill has counted the blocks below them. */
  readonly counts?: readonly CountBefore[];
  /** The follower's first block; blocks below it belong to backfill jobs. */
  readonly start: number;
  /** Rises with each rollback: writes of an older epoch lose to newer ones. */
  readonly epoch: number;
  /** Rises with each new lease holder: writes of an older holder fail. */
  readonly fence: number;
  /** When the lease expires, Unix ms. */
  readonly leaseUntil: number;
  /** Another follower waits for the lease. */
  readonly wanted: boolean;
  readonly pending?: Pending;
  /** By running job; absent if no job runs. */
  readonly hidden?: readonly HiddenBlocks[];
  /** The node's head at the last poll, and its time in Unix seconds. */
  readonly head: number;
  readonly headTime: number;
  /** The node's head while it is not of our chain. For health-check only: nothing is final by it. */
  readonly stray?: SeenHead;
  /** When the node last answered, Unix ms. */
  readonly polledAt: number;
  /** Why the chain does not advance; absent if all is well. Safe to show, as it contains no secrets. */
  readonly lastError?: string;
  /** A reorg exceeded `finalityDepth`: indexing stops until an operator intervenes. */
  readonly halted: boolean;
}

/** A position in a chain's index: a block, and the number of transactions up to it. */
export type Position = Pick<Cursor, 'number' | 'time' | 'cumulative'> & { readonly hash?: string };
export type SeenHead = Pick<Cursor, 'head' | 'headTime'>;

/** The last block that readers see. Excludes blocks with partially written or deleted rows. */
export function visibleBlock({ number, pending }: Pick<Cursor, 'number' | 'pending'>): number {
  const orphan = pending?.kind === 'rollback' ? pending.blocks[0] : undefined;
  return orphan ? orphan.number - 1 : number;
}

/**
 * The last visible block that no reorg can replace: at least `depth` below the node's head. Negative if there is none.
 */
export const finalBlock = (cursor: Pick<Cursor, 'number' | 'pending' | 'head'>, depth: number): number =>
  Math.min(visibleBlock(cursor), cursor.head - depth);

export const hiddenRanges = (cursor: Pick<Cursor, 'hidden'> | undefined): BlockRange[] =>
  cursor?.hidden?.flatMap(({ ranges }) => ranges) ?? [];

export const isVisible = (cursor: Pick<Cursor, 'number' | 'pending' | 'hidden'>, block: number): boolean =>
  block <= visibleBlock(cursor) && !includes(hiddenRanges(cursor), block);

/** Lag of the index behind the node's head, seconds of chain time. */
export const secondsBehindHead = (cursor: Cursor): number =>
  cursor.head > visibleBlock(cursor) ? Math.max(0, cursor.headTime - cursor.time) : 0;

/**
 * A chain counts as late once its node has not answered for this time, seconds: some chains are polled once a minute.
 */
const SILENT_AFTER_SECONDS = 90;
/** Upper bound of the silence, seconds, also used if the last poll is unknown: metrics take no infinite value. */
const MAX_SILENT_SECONDS = 86_400;

/**
 * How late a chain is, seconds: behind the node's head in chain time, or since the node last answered. `now`: Unix ms.
 */
export function secondsBehind(cursor: Cursor, now: number): number {
  const behind = secondsBehindHead(cursor);
  const silent = Math.min(MAX_SILENT_SECONDS, Math.round(msSince(cursor.polledAt, now) / 1_000));
  return silent > SILENT_AFTER_SECONDS ? Math.max(behind, silent) : behind;
}

/** A follower further behind the head than this, seconds of chain time, is catching up. */
const MAX_LAG_SECONDS = 5;

/**
 * Whether a healthy follower is catching up. The newest block alone does not count, as it is usually being written,
 * however old the previous one is.
 */
export const isCatchingUp = (cursor: Cursor, now: number): boolean =>
  isUp(cursor, now) && cursor.head - visibleBlock(cursor) > 1 && cursor.headTime - cursor.time > MAX_LAG_SECONDS;

/**
 * A chain counts as down once its node has not answered for this time, ms: some chains are polled only once a minute.
 */
const DOWN_AFTER_MS = 120_000;

export const isUp = (cursor: Cursor | undefined, now: number): cursor is Cursor =>
  cursor !== undefined &&
  !cursor.halted &&
  cursor.lastError === undefined &&
  msSince(cursor.polledAt, now) < DOWN_AFTER_MS;
