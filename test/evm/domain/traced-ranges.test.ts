import type { BackfillJob } from '../../../lambdas/chain/domain/backfill-job';
import { tracedRanges } from '../../../lambdas/evm/domain/traced-ranges';

const job = (from: number, to: number, tracedFrom?: number): BackfillJob => ({
  ...{ from, to, next: to + 1, cumulative: 0, startedAt: 0, writeUnits: 0, fence: 0 },
  ...(tracedFrom === undefined ? {} : { tracedFrom }),
});

test('traced ranges cover the follower’s blocks up to its trace cursor, and each job’s blocks that tracing has reached', () => {
  const jobs = [job(50, 99, 80), job(0, 49)];
  expect(tracedRanges({ start: 100 }, { number: 105 }, jobs)).toEqual([{ from: 80, to: 105 }]);
  expect(tracedRanges({ start: 90 }, { number: 105 }, [job(50, 99, 50)])).toEqual([{ from: 50, to: 105 }]);
});
