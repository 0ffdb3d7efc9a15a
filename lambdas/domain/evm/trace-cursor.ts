import type { BlockRef } from '../chain/block';

/** How far the internal transactions of a chain are told: the lane of traces, which comes behind the head. */
export interface TraceCursor {
  /** The last block whose internal transactions are written; the block before the first where there is none yet. */
  readonly number: number;
  /** Its time in Unix seconds; of a higher block where the lane was lowered since; 0 where there is none. */
  readonly time: number;
  /** The head's epoch that it has seen: the head's follower raises it with each rollback. */
  readonly epoch: number;
  /** Rises with each change of the holder. */
  readonly fence: number;
  /** Until when the lane is held, Unix ms. */
  readonly leaseUntil: number;
  /** When the node was last found to know no method of tracing, Unix ms; absent while it knows one. */
  readonly offAt?: number;
  /** Blocks whose rows may be half written, and the head's epoch in which they were begun. */
  readonly pending?: { readonly epoch: number; readonly blocks: readonly BlockRef[] };
}
