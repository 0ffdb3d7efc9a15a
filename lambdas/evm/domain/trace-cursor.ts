import type { BlockRef } from '../../chain/domain/block';

/** How far the internal transactions of a chain are written. The trace cursor moves behind the cursor of the head. */
export interface TraceCursor {
  /** The last block whose internal transactions are written; the block before the first if there is none yet. */
  readonly number: number;
  /** Its time in Unix seconds; 0 if there is none. After the cursor was lowered it may be that of a higher block. */
  readonly time: number;
  /** The head's epoch that it was last moved under: the follower raises it with each rollback. */
  readonly epoch: number;
  /** Rises with each change of the holder. */
  readonly fence: number;
  /** When the node was last found to support no tracing method, Unix ms; absent while it supports one. */
  readonly offAt?: number;
  /** Blocks whose rows may be half written, and the head's epoch when writing began. */
  readonly pending?: { readonly epoch: number; readonly blocks: readonly BlockRef[] };
  /** The last block that could not be traced, and how often in a row. */
  readonly failing?: { readonly block: number; readonly times: number };
}
