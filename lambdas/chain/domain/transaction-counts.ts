import { type BackfillJob, getLast } from './backfill-job';

/**
 * An offset for the counts of rows from this block up to the next such entry: they exclude the transactions before it.
 */
export interface CountBefore {
  readonly from: number;
  /** Transactions below `from`, of the blocks indexed contiguously below it. */
  readonly before: number;
}

/**
 * Offsets that readers add to transaction counts: each range of history, and the follower, counts from its own first
 * block. Sums reach down to the first unfinished range. `jobs`: sorted by first block. `start`: the follower's first
 * block. Empty if nothing is to be added.
 */
export function countsBefore(
  jobs: readonly Pick<BackfillJob, 'from' | 'to' | 'transactions'>[],
  start: number,
): CountBefore[] {
  const counts: CountBefore[] = [];
  let [next, sum] = [Number.NaN, 0];
  const begin = (from: number) => {
    if (from !== next) sum = 0;
    if (sum > 0 || counts.length > 0) counts.push({ from, before: sum });
  };
  for (const { from, to, transactions } of jobs) {
    begin(from);
    sum += transactions ?? 0;
    next = transactions === undefined ? Number.NaN : getLast({ to }, start) + 1;
  }
  begin(start);
  return counts;
}

/** The offset to add to the count of a block's row. */
export const transactionsBefore = (counts: readonly CountBefore[] | undefined, block: number): number =>
  counts?.findLast(({ from }) => from <= block)?.before ?? 0;
