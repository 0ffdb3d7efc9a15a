import { type BackfillJob, getLast } from './backfill-job';

export interface CountBefore {
  readonly from: number;
  /** Transactions below `from`, of the blocks indexed contiguously below it. */
  readonly before: number;
}

/**
 * Each range of history, and the follower, counts from its own first block; readers add these. Sums
 * reach down to the first unfinished range. `jobs`: by first block.
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

export const transactionsBefore = (counts: readonly CountBefore[] | undefined, block: number): number =>
  counts?.findLast(({ from }) => from <= block)?.before ?? 0;
