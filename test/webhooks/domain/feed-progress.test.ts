import {
  advance,
  confirmedSerial,
  type DoneEvent,
  type FeedProgress,
  isDone,
  isSkipped,
  NO_PROGRESS,
  overdue,
  serialOfBlock,
  skip,
} from '../../../lambdas/webhooks/domain/feed-progress';

const T0 = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const addedAt = (serial: number, block: number): DoneEvent => ({ serial, block, kind: 'added' });
const removedAt = (serial: number, block: number): DoneEvent => ({ serial, block, kind: 'removed' });

/** Blocks from 101 on with serials from 1 on. */
const withBlocks = (count: number): FeedProgress =>
  advance(
    NO_PROGRESS,
    Array.from({ length: count }, (_, i) => addedAt(i + 1, 101 + i)),
    T0,
  );

test('an event that is missing for a quarter of an hour is overdue, and a later one from when it began to block', () => {
  const blocked = advance(withBlocks(3), [addedAt(5, 105), addedAt(7, 107)], T0);
  expect(overdue(blocked, T0 + 14 * MINUTE)).toBeUndefined();
  expect(overdue(blocked, T0 + 15 * MINUTE)).toEqual({ from: 4, to: 4 });
  const next = advance(blocked, [addedAt(4, 104)], T0 + 14 * MINUTE);
  expect(next.serial).toBe(5);
  expect(overdue(next, T0 + 28 * MINUTE)).toBeUndefined();
  expect(overdue(next, T0 + 29 * MINUTE)).toEqual({ from: 6, to: 6 });
});

test('an event is overdue a quarter of an hour after the clock was set back', () => {
  const blocked = advance(withBlocks(3), [addedAt(5, 105)], T0 + DAY);
  const after = advance(blocked, [addedAt(6, 106)], T0);
  expect(overdue(after, T0 + 15 * MINUTE)).toEqual({ from: 4, to: 4 });
});

test('nothing is overdue while no later event is done', () => {
  expect(overdue(withBlocks(3), T0 + DAY)).toBeUndefined();
});

test('a skipped event is passed without being done, and stays skipped when it is matched after all', () => {
  const progress = skip(advance(withBlocks(3), [addedAt(6, 106)], T0), { from: 4, to: 5 }, T0);
  expect(progress.serial).toBe(6);
  expect([4, 5, 6].map((serial) => [isSkipped(progress, serial), isDone(progress, serial)])).toEqual([
    [true, false],
    [true, false],
    [false, true],
  ]);
  expect(advance(progress, [addedAt(4, 104)], T0)).toBe(progress);
});

test('a range is skipped without the events in it that are done', () => {
  const progress = skip(advance(withBlocks(3), [addedAt(6, 106), addedAt(9, 109)], T0), { from: 2, to: 8 }, T0);
  expect(progress.serial).toBe(9);
  const serials = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  expect(serials.filter((serial) => isSkipped(progress, serial))).toEqual([4, 5, 7, 8]);
});

test('a range that is skipped ahead of the progress takes effect once it is reached', () => {
  const ahead = skip(withBlocks(3), { from: 5, to: 6 }, T0);
  expect([ahead.serial, isSkipped(ahead, 5), isDone(ahead, 5)]).toEqual([3, true, false]);
  const reached = advance(ahead, [addedAt(4, 104)], T0);
  expect([reached.serial, reached.skipped]).toEqual([6, [[5, 2, T0]]]);
});

test('blocks of a skipped removal end when a block with their number is added', () => {
  // The removals of 103 and 102 are skipped.
  const progress = skip(advance(withBlocks(3), [addedAt(6, 102), addedAt(7, 103)], T0), { from: 4, to: 5 }, T0);
  expect(serialOfBlock(progress, 102)).toBe(6);
  expect(confirmedSerial(progress, 1)).toBe(6);
  expect(confirmedSerial(progress, 2)).toBe(1);
});

test('a skipped block is confirmed with the one before it, and found at the next', () => {
  const progress = skip(advance(withBlocks(3), [addedAt(5, 105)], T0), { from: 4, to: 4 }, T0);
  expect(confirmedSerial(progress, 1)).toBe(3);
  expect(serialOfBlock(progress, 104)).toBe(5);
});

test('skipped events are forgotten after the feed entries are deleted', () => {
  const progress = skip(advance(withBlocks(3), [addedAt(5, 105)], T0), { from: 4, to: 4 }, T0);
  const kept = advance(progress, [addedAt(6, 106)], T0 + 39 * DAY);
  expect(isSkipped(kept, 4)).toBe(true);
  expect(advance(kept, [removedAt(7, 106)], T0 + 41 * DAY).skipped).toBeUndefined();
});
