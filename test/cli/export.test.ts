import { paceOf } from '../../bin/cli/export';

describe('the pace of an export', () => {
  test('is rows a second, and what is left by the share of days', () => {
    expect(paceOf('12,000 rows so far; 3 of 31 parts done, each a day.', 6)).toBe(' 2,000 rows/s, about 56 s left');
  });
  test('is not guessed before a day is done, and not shown before there are rows', () => {
    expect(paceOf('500 rows so far; 0 of 31 parts done, each a day.', 5)).toBe(' 100 rows/s');
    expect(paceOf('0 rows so far; 0 of 31 parts done, each a day.', 5)).toBe('');
    expect(paceOf('500 rows so far; 1 of 2 parts done, each a day.', 0.5)).toBe('');
    expect(paceOf('Cancelled by its owner.', 5)).toBe('');
  });
});
