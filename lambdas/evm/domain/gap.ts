import type { BlockRef } from '../../chain/domain/block';

/**
 * What can be missing of a final block: receipts that its node has lost, traces that it cannot give, or all that is in a
 * block that it does not give in a form that can be indexed.
 */
export const GAP_KINDS = ['receipts', 'traces', 'blocks'] as const;
export type GapKind = (typeof GAP_KINDS)[number];

/** A final block of which the node did not give all. It is indexed without, and can be asked for again. */
export interface Gap extends BlockRef {
  readonly kind: GapKind;
  /** The positions of the transactions without a receipt or traces, ascending; none if it is all of them. */
  readonly transactions: readonly number[];
}
