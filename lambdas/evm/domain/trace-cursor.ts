import type { BlockRef } from '../../chain/domain/block';

/** Progress of internal transactions on a chain, behind the head's cursor. */
export interface TraceCursor {
  /** Last block with its internal transactions written, or the block before the first one to trace. */
  readonly number: number;
  /** Time of that block in Unix seconds, 0 before the first. After a rollback it can be the time of a higher block. */
  readonly time: number;
  /** Head epoch at the last move. The follower increments the epoch with each rollback. */
  readonly epoch: number;
  /** Incremented with each change of the holder. */
  readonly fence: number;
  /** When the node was last found to support no tracing method, Unix ms; absent while it supports one. */
  readonly offAt?: number;
  /** Blocks with possibly half-written rows, and the head epoch when writing began. */
  readonly pending?: { readonly epoch: number; readonly blocks: readonly BlockRef[] };
  /** Last block that could not be traced, and its failures in a row. */
  readonly failing?: { readonly block: number; readonly times: number };
}
