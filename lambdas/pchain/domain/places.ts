import type { Place } from './replay/state';

/** Sorts after all other transactions of the block. */
export const PROPOSAL_PLACE = 99_999;

/** A proposal is decided by the next block: same time, no transactions of its own. */
export const placeOfEffect = ({ block, tx }: Place): Place =>
  tx === PROPOSAL_PLACE ? { block: block + 1, tx: 0 } : { block, tx };
