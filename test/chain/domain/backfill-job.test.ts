import { type BackfillJob, restarted, unwrittenBlocks } from '../../../lambdas/chain/domain/backfill-job';
import { includes, without } from '../../../lambdas/chain/domain/block-range';

const aJob = (fields: Partial<BackfillJob>): BackfillJob => ({
  ...{ from: 0, to: 99, next: 0, cumulative: 0, writeUnits: 0, startedAt: 1, fence: 1 },
  ...fields,
});

test('ranges without others have the blocks of the one and not of the others', () => {
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
  test('begin at its next one and end before the follower’s first', () => {
    expect(unwrittenBlocks(aJob({ next: 40 }), 500)).toEqual([{ from: 40, to: 99 }]);
    expect(unwrittenBlocks(aJob({ next: 40 }), 60)).toEqual([{ from: 40, to: 59 }]);
    expect(unwrittenBlocks(aJob({ next: 60 }), 60)).toEqual([]);
  });
  test('stay the same when it is restarted, any number of times', () => {
    const stopped = aJob({ next: 40 });
    const again = aJob({ ...restarted(stopped) });
    expect(unwrittenBlocks(again, 500)).toEqual([{ from: 40, to: 99 }]);
    const twice = aJob({ ...restarted({ ...again, next: 20 }) });
    expect(unwrittenBlocks(twice, 500)).toEqual([{ from: 40, to: 99 }]);
    expect(unwrittenBlocks({ ...twice, next: 70 }, 500)).toEqual([{ from: 70, to: 99 }]);
  });
});
