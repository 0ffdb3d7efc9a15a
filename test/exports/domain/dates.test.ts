import * as fc from 'fast-check';
import { dateOfDay, dayOfDate } from '../../../lambdas/core/domain/day';
import { daysOfExport, InvalidDate, isoTime } from '../../../lambdas/exports/domain/dates';

/** 2026-05-31. */
const TODAY = 20_604;
const days = (given: Parameters<typeof daysOfExport>[0], max = 366) => {
  const { first, last } = daysOfExport(given, TODAY, max);
  return [dateOfDay(first), dateOfDay(last)];
};

describe('the days of an export', () => {
  test('the first and the last day are included, under either name', () => {
    expect(days({ firstDate: '2026-05-01', lastDate: '2026-05-02' })).toEqual(['2026-05-01', '2026-05-02']);
    expect(days({ startDate: '2026-05-01', endDate: '2026-05-02' })).toEqual(['2026-05-01', '2026-05-02']);
    expect(days({ firstDate: '2026-05-02', lastDate: '2026-05-02' })).toEqual(['2026-05-02', '2026-05-02']);
    expect(days({ firstDate: '2026-05-01', startDate: '2026-05-01' })).toEqual(['2026-05-01', '2026-05-31']);
  });
  test('an export without a last day ends today, and without a first day has the maximum length', () => {
    expect(days({})).toEqual(['2025-05-31', '2026-05-31']);
    expect(days({ firstDate: '2026-05-30' })).toEqual(['2026-05-30', '2026-05-31']);
    expect(days({ lastDate: '2026-03-01' }, 2)).toEqual(['2026-02-28', '2026-03-01']);
    expect(days({ lastDate: '1970-01-02' })).toEqual(['1970-01-01', '1970-01-02']);
  });
  test.each([
    [{ firstDate: '2026-02-30' }, 'firstDate', '2026-02-30 is not a valid date'],
    [{ endDate: '2026-13-01' }, 'endDate', '2026-13-01 is not a valid date'],
    [{ startDate: '1969-12-31' }, 'startDate', '1969-12-31 is not a valid date'],
    [{ lastDate: '2026-06-01' }, 'lastDate', 'must not be in the future: today is 2026-05-31 (UTC)'],
    [{ startDate: '2026-06-01' }, 'startDate', 'must not be in the future: today is 2026-05-31 (UTC)'],
    [{ firstDate: '2026-05-03', lastDate: '2026-05-02' }, 'firstDate', 'must not be after 2026-05-02, the last day'],
    [
      { firstDate: '2025-05-30', lastDate: '2026-05-31' },
      'firstDate',
      'the range to 2026-05-31 must be at most 366 days, not 367',
    ],
    [{ lastDate: '2026-05-03', endDate: '2026-05-02' }, 'endDate', 'must be absent, or the same as lastDate'],
  ])('the dates %j are rejected with the name of the field', (given, field, message) => {
    expect(() => days(given)).toThrow(new InvalidDate(field as 'firstDate', message));
    expect(() => days(given)).toThrow(expect.objectContaining({ field }));
  });
  test('days round-trip through dates', () => {
    void fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), (day) => {
        expect(dayOfDate(dateOfDay(day))).toBe(day);
      }),
    );
  });
  test('times are ISO 8601 without a fraction', () => {
    expect(isoTime(1_700_000_000)).toBe('2023-11-14T22:13:20Z');
  });
});
