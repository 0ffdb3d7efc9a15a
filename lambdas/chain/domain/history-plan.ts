import { type BlockRange, without } from './block-range';

/** Slices end, and ranges start, at multiples of this: a repeated slice writes the same objects. */
export const SLICE_BLOCKS = 100;
/** Minimum blocks of a range: each starts with a pause. */
const MIN_BLOCKS = 500;
/** From this many blocks on, workers get several ranges each, so that they finish together. */
const [LONG_HISTORY, RANGES_PER_WORKER] = [100_000, 4];

/**
 * Splits the first uncovered gap of `wanted`, ascending; repeat until empty. Ranges never overlap,
 * as each has its own transaction count.
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
