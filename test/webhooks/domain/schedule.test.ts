import { getRetryAfter, nextAttempt, RETRY_DELAYS_MS } from '../../../lambdas/webhooks/domain/schedule';

const HOUR_MS = 3_600_000;

describe('retry schedule', () => {
  test('the schedule has twelve attempts over three days with growing delays', () => {
    expect(RETRY_DELAYS_MS).toHaveLength(11);
    const total = RETRY_DELAYS_MS.reduce((sum, delay) => sum + delay, 0);
    expect(total / HOUR_MS).toBeGreaterThan(75);
    expect(RETRY_DELAYS_MS.toSorted((a, b) => a - b)).toEqual([...RETRY_DELAYS_MS]);
    expect(nextAttempt(12, 0, 0.5)).toBeUndefined();
  });
  test('each attempt is up to a fifth earlier or later at random', () => {
    for (const [i, delay] of RETRY_DELAYS_MS.entries()) {
      expect(nextAttempt(i + 1, 1_000, 0.5)).toBe(1_000 + delay);
      expect(nextAttempt(i + 1, 0, 0)).toBe(Math.round(delay * 0.8));
      expect(nextAttempt(i + 1, 0, 1)).toBe(Math.round(delay * 1.2));
    }
  });
  test('a receiver can extend a delay up to a day, and never shorten it', () => {
    expect(nextAttempt(1, 0, 0.5, 90_000)).toBe(90_000);
    expect(nextAttempt(1, 0, 0.5, 5_000)).toBe(10_000);
    expect(nextAttempt(1, 0, 0.5, 1_000 * HOUR_MS)).toBe(24 * HOUR_MS);
    expect(nextAttempt(12, 0, 0.5, 5_000)).toBeUndefined();
  });
  test.each([
    [undefined, 0],
    ['120', 120_000],
    [' 7 ', 7_000],
    ['Wed, 01 Jan 2025 00:00:10 GMT', 10_000],
    ['Tue, 31 Dec 2024 00:00:00 GMT', 0],
    ['-5', 0],
    ['soon', 0],
  ])('Retry-After %s is read as a delay, and as zero if invalid', (header, expected) => {
    expect(getRetryAfter(header, Date.parse('2025-01-01T00:00:00Z'))).toBe(expected);
  });
});
