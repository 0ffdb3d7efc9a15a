import type { BlockRange } from '../../chain/domain/block-range';

export interface TimedBlock {
  readonly number: number;
  readonly time: number; // Unix seconds
}

/**
 * The last block of a range with a time up to `time`, by bisection; undefined if none has. `atOrBelow` reads the last
 * existing block up to a number: some chains skip numbers. Times never decrease along a chain.
 */
export async function lastBlockUpTo(
  { from, to }: BlockRange,
  time: number,
  atOrBelow: (number: number) => Promise<TimedBlock | undefined>,
): Promise<TimedBlock | undefined> {
  let found: TimedBlock | undefined;
  for (let [low, high] = [from, to]; low <= high; ) {
    const middle = Math.floor((low + high) / 2);
    const block = await atOrBelow(middle);
    if (block && block.number >= low && block.time <= time) found = block;
    // Without a block in this half, or with one at most as late: go on above.
    if (!block || block.number < low || block.time <= time) low = middle + 1;
    else high = block.number - 1;
  }
  return found;
}
