import type { Place } from './replay/state';

/** Index of a block's proposal among its transactions: sorts after all others. */
export const PROPOSAL_PLACE = 99_999;

/**
 * Where a transaction takes effect. A proposal is decided by the next block, which has the same time and no
 * transactions of its own.
 */
export const placeOfEffect = ({ block, tx }: Place): Place =>
  tx === PROPOSAL_PLACE ? { block: block + 1, tx: 0 } : { block, tx };
