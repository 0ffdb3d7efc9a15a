import { progressLine } from '../../bin/cli/backfill';
import type { BackfillJob } from '../../lambdas/chain/domain/backfill-job';
import { getProgress, jobFor } from '../../lambdas/chain/domain/backfill-job';
import { duration } from '../../site/shared/format';

const aJob = (fields: Partial<BackfillJob>): BackfillJob => ({
  ...{ from: 0, to: 999, next: 0, cumulative: 0, writeUnits: 0, startedAt: 1, fence: 1 },
  ...fields,
});
const RANGES = [
  aJob({ from: 0, to: 999 }),
  aJob({ from: 1_000, to: 1_999, next: 1_400, worker: 1, speed: 12.5, writeUnits: 400_000 }),
  aJob({ from: 2_000, to: 2_999, next: 2_500, worker: 0, speed: 7.5, writeUnits: 600_000 }),
  aJob({ from: 3_000, to: 3_999, next: 4_000, worker: 0, speed: 99, writeUnits: 1_000_000, doneAt: 5 }),
];

test('the progress line has the share done, the rate, workers, time left, cost and last error', () => {
  expect(progressLine(getProgress(RANGES, 4_000))).toBe(
    '47.5 %, 20 blocks/s by 2 workers, 1 min 45 s left, 2,000,000 write units so far ($1.25)',
  );
  const waiting = [aJob({ worker: 0, lastError: 'the node does not answer' })];
  expect(progressLine(getProgress(waiting, 500))).toBe(
    '0.0 %, not started yet, 0 write units so far ($0.00), waiting: the node does not answer',
  );
});

test.each([
  [5, '5 s'],
  [125, '2 min 5 s'],
  [7_260, '2 h 1 min'],
  [3_546_000, '41 d 1 h'],
])('%i seconds are formatted as %s', (seconds, text) => expect(duration(seconds)).toBe(text));

test.each([
  ['continues its own range', { index: 1, count: 4 }, 1_000],
  ['takes a free range', { index: 2, count: 4 }, 0],
  ['takes over the range of a removed worker', { index: 0, count: 1 }, 2_000],
])('a worker %s', (_, worker, from) => expect(jobFor(worker, RANGES)?.from).toBe(from));
test('workers that start together cover every range, the highest first', () => {
  const free = [0, 1_000, 2_000].map((from) => aJob({ from, to: from + 999 }));
  const taken = [0, 1, 2, 3].map((index) => jobFor({ index, count: 4 }, free)?.from);
  expect(taken).toEqual([2_000, 1_000, 0, 2_000]);
});
