import { isHeld, MAX_CLOCK_SKEW_MS, MAX_LEASE_LEAD_MS, msSince } from '../../../lambdas/core/domain/stored-time';
import { asOf } from '../../../lambdas/exports/domain/operation';
import { failed, isGivenUp, mayTry } from '../../../lambdas/webhooks/domain/health';
import { anOperation } from '../../support/exports/operations';

const [NOW, MINUTE, HOUR, DAY] = [1_700_000_000_000, 60_000, 3_600_000, 86_400_000];

describe('a stored time', () => {
  test('the age of a stored time is exact, even if another clock is slightly ahead', () => {
    expect([0, 1, DAY].map((ms) => msSince(NOW - ms, NOW))).toEqual([0, 1, DAY]);
    expect(msSince(NOW + MAX_CLOCK_SKEW_MS, NOW)).toBe(-MAX_CLOCK_SKEW_MS);
  });
  test.each([MAX_CLOCK_SKEW_MS + 1, 10 * MINUTE, 365 * DAY])(
    'a stored time %i ms ahead counts as infinitely old',
    (lead) => {
      expect(msSince(NOW + lead, NOW)).toBe(Number.POSITIVE_INFINITY);
    },
  );
});

describe('a lease', () => {
  test.each([
    [-1, false],
    [0, false],
    [1, true],
    [10_000, true],
    [10_000 + MAX_LEASE_LEAD_MS, true],
    [10_001 + MAX_LEASE_LEAD_MS, false],
    [HOUR, false],
  ])('a ten-second lease that ends in %i ms is held: %s', (ms, expected) => {
    expect(isHeld(NOW + ms, NOW, 10_000)).toBe(expected);
  });
});

describe('a clock that was set back', () => {
  test('a dead receiver may be retried after the clock was set back', () => {
    const dead = failed({ failures: 9 }, NOW + 10 * MINUTE, 5);
    expect([mayTry(dead, NOW + 10 * MINUTE), mayTry(dead, NOW + 11 * MINUTE), mayTry(dead, NOW)]).toEqual([
      false,
      true,
      true,
    ]);
  });
  test('a receiver is abandoned after exactly five days of failures even if the clock was set back', () => {
    const health = failed(failed({ failures: 0 }, NOW + 365 * DAY, 5), NOW, 5);
    expect([isGivenUp(health, NOW), isGivenUp(health, NOW + 5 * DAY - 1), isGivenUp(health, NOW + 5 * DAY)]).toEqual([
      false,
      false,
      true,
    ]);
  });
  test('a running export continues after the clock was set back, unless its deadline is too far ahead', () => {
    const operation = anOperation();
    expect(asOf(operation, operation.createdAt - HOUR).status).toBe('RUNNING');
    expect(asOf(operation, operation.createdAt - DAY).status).toBe('FAILED');
  });
});
