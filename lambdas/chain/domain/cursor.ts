import { msSince } from '../../core/domain/stored-time';
import type { BlockRef } from './block';
import { type BlockRange, includes } from './block-range';
import type { CountBefore } from './transaction-counts';

/** Work in progress. After a crash it is repeated from the raw blocks in the bucket, never from the node. */
export type Pending =
  /** Blocks on top of the cursor, ascending, whose rows and events may be half written. */
  | { readonly kind: 'index'; readonly blocks: readonly BlockRef[] }
  /** Orphans, ascending, whose rows may be half deleted; the cursor goes down to the block below the first. */
  | { readonly kind: 'rollback'; readonly blocks: readonly BlockRef[] };

/** Blocks of history that readers do not see, as a backfill job has not written them whole. */
export interface HiddenBlocks {
  readonly job: BlockRange;
  readonly ranges: readonly BlockRange[];
}

/** How far a chain is indexed. One item per chain; everything the follower must know after a crash. */
export interface Cursor {
  /** The last indexed block; the block before `start` if there is none yet. */
  readonly number: number;
  /** Its hash; absent if `number` is below `start`. */
  readonly hash?: string;
  /** Its time in Unix seconds; 0 if there is none. */
  readonly time: number;
  /** Transactions since `start`. */
  readonly cumulative: number;
  /** What is added to the counts of rows, once a backfill has counted what is below them. */
  readonly counts?: readonly CountBefore[];
  /** The first block to index. */
  readonly start: number;
  /** Rises with each rollback: a write of an older epoch loses against a newer one. */
  readonly epoch: number;
  /** Rises with each change of the lease's holder: a write of an older holder fails. */
  readonly fence: number;
  /** When the lease expires, Unix ms. */
  readonly leaseUntil: number;
  /** true: another follower waits for the lease. */
  readonly wanted: boolean;
  readonly pending?: Pending;
  /** By job, for jobs in work; absent if there are none. */
  readonly hidden?: readonly HiddenBlocks[];
  /** The node's head when it was last asked, and its time in Unix seconds. */
  readonly head: number;
  readonly headTime: number;
  /** The node's head while that is not of our chain: for health-check alone, as nothing is final by it. */
  readonly stray?: SeenHead;
  /** When the node last answered, Unix ms. */
  readonly polledAt: number;
  /** Why the chain does not advance; absent while all is well. Safe to show: it contains no secret. */
  readonly lastError?: string;
  /** true: a reorg was deeper than the chain's finality. Indexing stops until an operator intervenes. */
  readonly halted: boolean;
}

/** A position of a chain's index: a block, and the number of transactions up to it. */
export type Position = Pick<Cursor, 'number' | 'time' | 'cumulative'> & { readonly hash?: string };
/** The node's head, as stored in the cursor. */
export type SeenHead = Pick<Cursor, 'head' | 'headTime'>;

/** The last block that readers see. A block whose rows are half written or half deleted is not shown. */
export function visibleBlock({ number, pending }: Pick<Cursor, 'number' | 'pending'>): number {
  const orphan = pending?.kind === 'rollback' ? pending.blocks[0] : undefined;
  return orphan ? orphan.number - 1 : number;
}

/**
 * The last block that readers see and that no reorg may replace any more: `depth` below the node's head; below 0 if there
 * is none.
 */
export const finalBlock = (cursor: Pick<Cursor, 'number' | 'pending' | 'head'>, depth: number): number =>
  Math.min(visibleBlock(cursor), cursor.head - depth);

/** The blocks of history that readers do not see, of all jobs. */
export const hiddenRanges = (cursor: Pick<Cursor, 'hidden'> | undefined): BlockRange[] =>
  cursor?.hidden?.flatMap(({ ranges }) => ranges) ?? [];

/** Whether readers see a block. */
export const isVisible = (cursor: Pick<Cursor, 'number' | 'pending' | 'hidden'>, block: number): boolean =>
  block <= visibleBlock(cursor) && !includes(hiddenRanges(cursor), block);

/** How far the index is behind the node's head, seconds of chain time. */
export const secondsBehindHead = (cursor: Cursor): number =>
  cursor.head > visibleBlock(cursor) ? Math.max(0, cursor.headTime - cursor.time) : 0;

/** A node that has not answered for longer, seconds, makes its chain late: some chains are polled once a minute. */
const SILENT_AFTER_SECONDS = 90;
/** A node that was asked last at an unknown time is this late: a metric takes no infinite value. */
const MAX_SILENT_SECONDS = 86_400;

/** How late a chain is, seconds: behind its node's head in chain time, or since that last answered. `now`: Unix ms. */
export function secondsBehind(cursor: Cursor, now: number): number {
  const behind = secondsBehindHead(cursor);
  const silent = Math.min(MAX_SILENT_SECONDS, Math.round(msSince(cursor.polledAt, now) / 1_000));
  return silent > SILENT_AFTER_SECONDS ? Math.max(behind, silent) : behind;
}

/** A follower that is further behind the head than this, seconds of chain time, catches up. */
const MAX_LAG_SECONDS = 5;

/**
 * Whether a follower that works has blocks to catch up on. The newest block alone does not count: it is being written
 * as a rule, however long ago the one before it was.
 */
export const isCatchingUp = (cursor: Cursor, now: number): boolean =>
  isUp(cursor, now) && cursor.head - visibleBlock(cursor) > 1 && cursor.headTime - cursor.time > MAX_LAG_SECONDS;

/** A chain counts as down when its node has not answered for this long, ms. */
const DOWN_AFTER_MS = 120_000;

/** Whether the chain is neither halted nor down. Two minutes, as some chains are polled only once a minute. */
export const isUp = (cursor: Cursor | undefined, now: number): cursor is Cursor =>
  cursor !== undefined &&
  !cursor.halted &&
  cursor.lastError === undefined &&
  msSince(cursor.polledAt, now) < DOWN_AFTER_MS;
