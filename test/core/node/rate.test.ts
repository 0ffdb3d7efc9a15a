import { createRate } from '../../../lambdas/core/node/rate';
import { testTimer } from '../../support/follower/timer';

async function secondsFor(calls: number, rate: ReturnType<typeof createRate>, timer: ReturnType<typeof testTimer>) {
  const began = timer.now();
  for (let i = 0; i < calls; i++) await rate.take(1);
  return (timer.now() - began) / 1_000;
}

test('the rate allows its calls per second, and one second’s worth at once', async () => {
  const timer = testTimer();
  const rate = createRate(10, timer);
  expect(await secondsFor(10, rate, timer)).toBe(0);
  expect(await secondsFor(100, rate, timer)).toBeCloseTo(10, 0);
});

test('throttling lowers the rate at most once a second, and never to zero', async () => {
  const timer = testTimer();
  const rate = createRate(100, timer);
  rate.slow(1);
  rate.slow(1);
  await rate.take(200);
  const half = await secondsFor(1, rate, timer);
  expect(half).toBeGreaterThan(2);
  for (let i = 0; i < 50; i++) {
    timer.advance(1_000);
    rate.slow(1);
  }
  await rate.take(100);
  const least = await secondsFor(1, rate, timer);
  expect(least).toBeGreaterThan(1);
  expect(least).toBeLessThan(10);
});

test('the rate recovers while the node does not throttle', async () => {
  const timer = testTimer();
  const rate = createRate(100, timer);
  rate.slow(1);
  for (let i = 0; i < 10; i++) {
    timer.advance(1_000);
    await rate.take(1);
  }
  timer.advance(10_000);
  await rate.take(100);
  expect(await secondsFor(100, rate, timer)).toBeCloseTo(1, 0);
});
