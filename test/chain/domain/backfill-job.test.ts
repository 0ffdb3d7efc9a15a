import { type BackfillJob, restarted, unwrittenBlocks } from '../../../lambdas/chain/domain/backfill-job';
import { includes, without } from '../../../lambdas/chain/domain/block-range';

const aJob = (fields: Partial<BackfillJob>): BackfillJob => ({
  ...{ from: 0, to: 99, next: 0, cumulative: 0, writeUnits: 0, startedAt: 1, fence: 1 },
  ...fields,
});

test('subtracting ranges leaves the blocks that no other range covers', () => {
  const ranges = [
    { from: 10, to: 20 },
    { from: 30, to: 30 },
  ];
  const others = [
    { from: 0, to: 11 },
    { from: 15, to: 16 },
    { from: 18, to: 17 },
    { from: 20, to: 30 },
  ];
  expect(without(ranges, others)).toEqual([
    { from: 12, to: 14 },
    { from: 17, to: 19 },
  ]);
  expect(without(ranges, [])).toEqual(ranges);
  expect([9, 10, 20, 21, 30, 31].map((block) => includes(ranges, block))).toEqual([
    ...[false, true, true, false, true, false],
  ]);
});

describe('the unwritten blocks of a job', () => {
  test('unwritten blocks run from the next block of the job to the last before the follower', () => {
    expect(unwrittenBlocks(aJob({ next: 40 }), 500)).toEqual([{ from: 40, to: 99 }]);
    expect(unwrittenBlocks(aJob({ next: 40 }), 60)).toEqual([{ from: 40, to: 59 }]);
    expect(unwrittenBlocks(aJob({ next: 60 }), 60)).toEqual([]);
  });
  test('restarting a job any number of times keeps its unwritten blocks', () => {
    const stopped = aJob({ next: 40 });
    const again = aJob({ ...restarted(stopped) });
    expect(unwrittenBlocks(again, 500)).toEqual([{ from: 40, to: 99 }]);
    const twice = aJob({ ...restarted({ ...again, next: 20 }) });
    expect(unwrittenBlocks(twice, 500)).toEqual([{ from: 40, to: 99 }]);
    expect(unwrittenBlocks({ ...twice, next: 70 }, 500)).toEqual([{ from: 70, to: 99 }]);
  });
});
