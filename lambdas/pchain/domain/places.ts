import type { Place } from './replay/state';

/** Where a block's proposal stands among its transactions: behind all. */
export const PROPOSAL_PLACE = 99_999;

/**
 * Where a transaction takes effect: what a block proposes is done by the block after it, which does nothing else and has the
 * same time.
 */
export const placeOfEffect = ({ block, tx }: Place): Place =>
  tx === PROPOSAL_PLACE ? { block: block + 1, tx: 0 } : { block, tx };
