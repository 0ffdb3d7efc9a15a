import { type BlockRange, without } from './block-range';

/** A slice of history ends at a multiple of this, so that whoever repeats it writes the same objects; ranges begin at one. */
export const SLICE_BLOCKS = 100;
/** A range has at least so many blocks: each is begun with a pause. */
const MIN_BLOCKS = 500;
/** A history of so many blocks is cut into this many ranges for each worker, so that the last ones end together. */
const [LONG_HISTORY, RANGES_PER_WORKER] = [100_000, 4];

/**
 * The ranges in which a history is indexed, ascending: the first blocks in a row that none of the known ranges has, cut
 * for several workers. To be repeated until there are none. No block is in two ranges, so that each has one count of its
 * transactions.
 */
export function newRanges(known: readonly BlockRange[], wanted: BlockRange, workers: number): BlockRange[] {
  const [gap] = without([wanted], known).toSorted((a, b) => a.from - b.from);
  return gap ? cut(gap, workers) : [];
}

function cut({ from, to }: BlockRange, workers: number): BlockRange[] {
  const blocks = to - from + 1;
  const wanted = blocks < LONG_HISTORY ? workers : workers * RANGES_PER_WORKER;
  const count = Math.max(1, Math.min(wanted, Math.floor(blocks / MIN_BLOCKS)));
  const bounds = Array.from({ length: count - 1 }, (_, i) => {
    const bound = from + Math.round((blocks * (i + 1)) / count);
    return bound - (bound % SLICE_BLOCKS);
  });
  return [from, ...bounds].map((first, i) => ({ from: first, to: (bounds[i] ?? to + 1) - 1 }));
}
