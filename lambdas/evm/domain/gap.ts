import type { BlockRef } from '../../chain/domain/block';

/** `blocks`: the whole content of a block that cannot be indexed as returned. */
export const GAP_KINDS = ['receipts', 'traces', 'blocks'] as const;
export type GapKind = (typeof GAP_KINDS)[number];

export interface Gap extends BlockRef {
  readonly kind: GapKind;
  /** Indexes without a receipt or trace, ascending. Empty means all. */
  readonly transactions: readonly number[];
}
