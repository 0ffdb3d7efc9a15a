import type { BlockRef } from '../../chain/domain/block';

/**
 * Data that can be missing from a final block: receipts lost by the node, traces it cannot produce, or the whole
 * content of a block that cannot be indexed as returned.
 */
export const GAP_KINDS = ['receipts', 'traces', 'blocks'] as const;
export type GapKind = (typeof GAP_KINDS)[number];

/** A final block indexed without some of its data. The node can be asked again later. */
export interface Gap extends BlockRef {
  readonly kind: GapKind;
  /** Indexes of the transactions without a receipt or trace, ascending. Empty means all of them. */
  readonly transactions: readonly number[];
}
