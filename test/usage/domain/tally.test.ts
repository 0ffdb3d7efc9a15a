import * as fc from 'fast-check';
import { addTo, countRequests, countsIn, getTally, medianMs, mergeTallies } from '../../../lambdas/usage/domain/tally';

const request = fc.record({
  endpoint: fc.constantFrom('data 1 GET /a', 'data 20 GET /b'),
  status: fc.constantFrom(200, 404, 429, 500),
  ms: fc.integer({ min: 0, max: 29_000 }),
});
const requests = fc.array(request, { maxLength: 60 });
const total = (tally: ReturnType<typeof getTally>) =>
  countsIn(tally).reduce((sum, [, , times]) => sum + countRequests(times), 0);

test('merged tallies of parts equal the tally of the whole, in either order', () => {
  void fc.assert(
    fc.property(requests, requests, (a, b) => {
      const whole = getTally([...a, ...b]);
      expect(mergeTallies(getTally(a), getTally(b))).toEqual(whole);
      expect(mergeTallies(getTally(b), getTally(a))).toEqual(whole);
      expect(total(whole)).toBe(a.length + b.length);
    }),
  );
});

test('the median response time is accurate to within 10 %', () => {
  void fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 29_000 }), { minLength: 1, maxLength: 99 }), (times) => {
      const sorted = times.toSorted((a, b) => a - b);
      const exact = sorted[Math.ceil(sorted.length / 2) - 1] ?? 0;
      const [[, , histogram = {}] = []] = countsIn(getTally(times.map((ms) => ({ endpoint: 'e', status: 200, ms }))));
      expect(Math.abs(medianMs(histogram) - exact)).toBeLessThanOrEqual(0.1 * exact + 0.5);
    }),
  );
});

test('sums count client errors as invalid, and server errors as neither', () => {
  const sums = [200, 404, 429, 500].reduce<ReturnType<typeof addTo> | undefined>(
    (before, status) => addTo(before, status, 20, { 4: 2 }),
    undefined,
  );
  expect(sums).toMatchObject({ requests: 8, successful: 2, invalid: 4, credits: 160, creditsOfInvalid: 80 });
});
