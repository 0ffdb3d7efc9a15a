import { pointAt, pointsIn } from '../../../lambdas/usage/domain/points';

const time = (text: string): number => Date.parse(`${text}Z`) / 1_000;
/** A Thursday. */
const NOW = time('2026-11-26T14:20:00');

test.each([
  ['hourly', '2026-11-26T14:00', '2026-11-26T15:00'],
  ['daily', '2026-11-26T00:00', '2026-11-27T00:00'],
  ['weekly', '2026-11-23T00:00', '2026-11-30T00:00'],
  ['monthly', '2026-11-01T00:00', '2026-12-01T00:00'],
] as const)('a point of a %s range begins and ends in UTC', (interval, start, end) => {
  expect(pointAt(interval, NOW)).toBe(time(start));
  expect(pointAt(interval, NOW, 1)).toBe(time(end));
});

test.each([
  ['hourly', '2026-11-25T09:00', 30],
  ['daily', '2026-10-28T00:00', 30],
  ['weekly', '2026-05-04T00:00', 30],
  ['monthly', '2024-06-01T00:00', 30],
] as const)('a %s range without bounds has 30 points up to now', (interval, start, count) => {
  expect(pointsIn(interval, {}, NOW)).toEqual({ start: time(start), end: pointAt(interval, NOW, 1), count });
});

test.each([
  ['rounds the start down and the end up', '2026-11-24T10:30:00', '2026-11-24T12:00:01', 3],
  ['excludes the point that begins at its end', '2026-11-24T10:00:00', '2026-11-24T12:00:00', 2],
  ['is empty if the end equals the start', '2026-11-24T10:00:00', '2026-11-24T10:00:00', 0],
  ['is empty if the end is before the start', '2026-11-24T10:00:00', '2026-11-20T10:00:00', 0],
])('an hourly range %s', (_, start, end, count) => {
  const range = { startTimestamp: time(start), endTimestamp: time(end) };
  expect(pointsIn('hourly', range, NOW).count).toBe(count);
});
