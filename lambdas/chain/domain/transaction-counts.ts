import { type BackfillJob, getLast } from './backfill-job';

/** Rows from this block on, up to the next such block, do not count the transactions before it. */
export interface CountBefore {
  readonly from: number;
  /** Transactions before it, of all blocks that are indexed without a gap below it. */
  readonly before: number;
}

/**
 * What answers add to the counts of rows: each range of history counts from its own first block, and so does the
 * follower. Sums reach as far down as ranges are whole. `jobs`: in the order of their first blocks; `start`: the
 * follower's first block. Empty where nothing is to be added.
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

/** The number of transactions that the count of a block's row lacks. */
export const transactionsBefore = (counts: readonly CountBefore[] | undefined, block: number): number =>
  counts?.findLast(({ from }) => from <= block)?.before ?? 0;
