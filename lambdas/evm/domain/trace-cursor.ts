import type { BlockRef } from '../../chain/domain/block';

export interface TraceCursor {
  /** The last block with internal transactions, or the block before the first one to trace. */
  readonly number: number;
  /** Of that block, Unix seconds; 0 before the first. After a rollback, possibly a higher one's. */
  readonly time: number;
  /** Of the head at the last move; each rollback increments it. */
  readonly epoch: number;
  /** Incremented with each change of the holder. */
  readonly fence: number;
  /** When the node was last found to support no tracing method, Unix ms. */
  readonly offAt?: number;
  /** Possibly half-written blocks, and the head epoch when writing began. */
  readonly pending?: { readonly epoch: number; readonly blocks: readonly BlockRef[] };
  readonly failing?: { readonly block: number; readonly times: number };
}
