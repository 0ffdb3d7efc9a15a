import { mock } from 'node:test';
import { createThrottles } from '../../local/gateway/limits';

test.each([-3_600_000, 3_600_000])('a throttle refills at its rate while the clock is moved by %i ms', (ms) => {
  const system = mock.method(Date, 'now');
  const steady = mock.method(performance, 'now');
  let now = 5_000;
  steady.mock.mockImplementation(() => now);
  try {
    const take = createThrottles();
    const rate = { rate: 2, burst: 2 };
    expect([1, 2, 3].map(() => take('a', rate))).toEqual([true, true, false]);
    const before = Date.now();
    system.mock.mockImplementation(() => before + ms);
    expect(take('a', rate)).toBe(false);
    now += 500;
    expect([take('a', rate), take('a', rate)]).toEqual([true, false]);
  } finally {
    mock.restoreAll();
  }
});
