import type { BlockRef } from './block';

/** Work that was begun: done again from the bucket after a crash, never from the node. */
export type Pending =
  /** Blocks on top of the cursor, ascending, whose rows and events may be half written. */
  | { readonly kind: 'index'; readonly blocks: readonly BlockRef[] }
  /** Orphans, ascending, whose rows may be half deleted; the cursor goes down to the block below the first. */
  | { readonly kind: 'rollback'; readonly blocks: readonly BlockRef[] };

/** How far a chain is indexed. One item per chain; everything the follower must know after a crash. */
export interface Cursor {
  /** The last indexed block; the block before `start` where there is none yet. */
  readonly number: number;
  /** Its hash; absent where `number` is below `start`. */
  readonly hash?: string;
  /** Its time in Unix seconds; 0 where there is none. */
  readonly time: number;
  /** Transactions since `start`. */
  readonly cumulative: number;
  /** Transactions before `start`, once a backfill has counted them. */
  readonly base?: number;
  /** The first block to index. */
  readonly start: number;
  /** Rises with each rollback: a write of an older epoch loses against a newer one. */
  readonly epoch: number;
  /** Rises with each change of the lease's holder: a write of an older holder fails. */
  readonly fence: number;
  /** Until when the lease holds, Unix ms. */
  readonly leaseUntil: number;
  /** true: another follower waits for the lease. */
  readonly wanted: boolean;
  readonly pending?: Pending;
  /** The node's head when it was last asked, and its time in Unix seconds. */
  readonly head: number;
  readonly headTime: number;
  /** When the node last answered, Unix ms. */
  readonly polledAt: number;
  /** Why the chain does not advance, in words that are safe to show; absent while all is well. */
  readonly lastError?: string;
  /** true: a reorg was deeper than the chain's finality; an operator must look. */
  readonly halted: boolean;
}

/** Where a chain's index stands: a block, and how many transactions there are up to it. */
export type Position = Pick<Cursor, 'number' | 'time' | 'cumulative'> & { readonly hash?: string };
/** The node's head, as the cursor shows it. */
export type SeenHead = Pick<Cursor, 'head' | 'headTime'>;

/** The block up to which readers see the chain: a block whose rows are half written or half deleted is not shown. */
export function visibleBlock({ number, pending }: Pick<Cursor, 'number' | 'pending'>): number {
  const orphan = pending?.kind === 'rollback' ? pending.blocks[0] : undefined;
  return orphan ? orphan.number - 1 : number;
}

/** A chain counts as down when its node has not answered for this long, ms. */
const DOWN_AFTER = 120_000;

/** Neither halted nor down. A chain that polls once a minute is given two. */
export const isUp = (cursor: Cursor | undefined, now: number): cursor is Cursor =>
  cursor !== undefined && !cursor.halted && cursor.lastError === undefined && now - cursor.polledAt < DOWN_AFTER;
