import type { BlockRef } from '../chain/block';

/** What can be missing of a final block: receipts that its node has lost, or traces that it cannot give. */
export type GapKind = 'receipts' | 'traces';

/** A final block of which the node did not give all. It is indexed without, and can be asked for again. */
export interface Gap extends BlockRef {
  readonly kind: GapKind;
  /** The positions of the transactions without a receipt, ascending. */
  readonly transactions: readonly number[];
}
