import type { SecondCopy } from '../../core/domain/copies';
import { msSince } from '../../core/domain/stored-time';
import type { BlockRef } from './block';
import { type BlockRange, includes } from './block-range';
import type { CountBefore } from './transaction-counts';

/** Repeated after a crash from the raw blocks in the bucket, never from the node. */
export type Pending =
  /** Blocks on top of the cursor, ascending; rows and events may be partially written. */
  | { readonly kind: 'index'; readonly blocks: readonly BlockRef[] }
  /** Orphans, ascending; rows may be partially deleted. The cursor moves below the first one. */
  | { readonly kind: 'rollback'; readonly blocks: readonly BlockRef[] };

export interface HiddenBlocks {
  readonly job: BlockRange;
  readonly ranges: readonly BlockRange[];
}

export interface Cursor {
  /** The last indexed block; `start` - 1 before the first one. */
  readonly number: number;
  /** Absent if `number` is below `start`. */
  readonly hash?: string;
  /** Unix seconds; 0 without a block. */
  readonly time: number;
  readonly cumulative: number;
  readonly counts?: readonly CountBefore[];
  /** The follower's first block; blocks below it belong to backfill jobs. */
  readonly start: number;
  /** Rises with each rollback: writes of an older epoch lose to newer ones. */
  readonly epoch: number;
  /** Number of block events published, excluding those of `pending`. */
  readonly serial: number;
  /** Rises with each new lease holder: writes of an older holder fail. */
  readonly fence: number;
  /** Unix ms. */
  readonly leaseUntil: number;
  readonly wanted: boolean;
  readonly pending?: Pending;
  /**
   * Blocks that were published before the table was restored, ascending. They are indexed from the bucket, so that a
   * reorg since then revokes their messages. Absent once the cursor has passed or left them.
   */
  readonly published?: readonly BlockRef[];
  readonly hidden?: readonly HiddenBlocks[];
  /** The blocks whose rows are read from the second copy. */
  readonly second?: SecondCopy;
  /** The versions that derived rows, as text: see `DerivedBy`. Absent for release 0.1.0. */
  readonly derived?: string;
  /** At the last poll; `headTime` in Unix seconds. */
  readonly head: number;
  readonly headTime: number;
  /** The head while it is not of our chain. For health-check only: nothing is final by it. */
  readonly stray?: SeenHead;
  /** When the node last answered, Unix ms. */
  readonly polledAt: number;
  /** When the node's head was last our own block, Unix ms; 0 if it never was, or before a reorg. Stays when later blocks come. */
  readonly idleAt: number;
  /** Shown to callers: must not contain secrets. */
  readonly lastError?: string;
  /** A reorg exceeded `finalityDepth`: indexing stops until an operator intervenes. */
  readonly halted: boolean;
}

export type Position = Pick<Cursor, 'number' | 'time' | 'cumulative'> & { readonly hash?: string };
export type SeenHead = Pick<Cursor, 'head' | 'headTime'>;

/** The last block that readers see, without partially written or deleted rows. */
export function visibleBlock({ number, pending }: Pick<Cursor, 'number' | 'pending'>): number {
  const orphan = pending?.kind === 'rollback' ? pending.blocks[0] : undefined;
  return orphan ? orphan.number - 1 : number;
}

/** The last visible block that no reorg can replace; negative if none. */
export const finalBlock = (cursor: Pick<Cursor, 'number' | 'pending' | 'head'>, depth: number): number =>
  Math.min(visibleBlock(cursor), cursor.head - depth);

export const hiddenRanges = (cursor: Pick<Cursor, 'hidden'> | undefined): BlockRange[] =>
  cursor?.hidden?.flatMap(({ ranges }) => ranges) ?? [];

export const isVisible = (cursor: Pick<Cursor, 'number' | 'pending' | 'hidden'>, block: number): boolean =>
  block <= visibleBlock(cursor) && !includes(hiddenRanges(cursor), block);

export const secondsBehindHead = (cursor: Cursor): number =>
  cursor.head > visibleBlock(cursor) ? Math.max(0, cursor.headTime - cursor.time) : 0;

/** Silence of a node that makes its chain late, seconds: some chains are polled once a minute. */
const SILENT_AFTER_SECONDS = 90;
/** Also the silence if the last poll is unknown, seconds: metrics take no infinite value. */
const MAX_SILENT_SECONDS = 86_400;

/** Behind the node's head in chain time, or since the node last answered. `now`: Unix ms. */
export function secondsBehind(cursor: Cursor, now: number): number {
  const behind = secondsBehindHead(cursor);
  const silent = Math.min(MAX_SILENT_SECONDS, Math.round(msSince(cursor.polledAt, now) / 1_000));
  return silent > SILENT_AFTER_SECONDS ? Math.max(behind, silent) : behind;
}

const MAX_LAG_SECONDS = 5;

/** The newest block alone does not count: it is usually being written. */
export const isBehind = (cursor: Cursor): boolean =>
  cursor.head - visibleBlock(cursor) > 1 && cursor.headTime - cursor.time > MAX_LAG_SECONDS;

export const isCatchingUp = (cursor: Cursor, now: number): boolean => isUp(cursor, now) && isBehind(cursor);

/** Silence of a node that makes its chain down, ms: some chains are polled once a minute. */
const DOWN_AFTER_MS = 120_000;

export const isUp = (cursor: Cursor | undefined, now: number): cursor is Cursor =>
  cursor !== undefined &&
  !cursor.halted &&
  cursor.lastError === undefined &&
  msSince(cursor.polledAt, now) < DOWN_AFTER_MS;
