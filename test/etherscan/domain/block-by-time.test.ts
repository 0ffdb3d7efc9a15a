import * as fc from 'fast-check';
import { lastBlockUpTo, type TimedBlock } from '../../../lambdas/etherscan/domain/block-by-time';
import { runs } from '../../support/full';

/** Ascending numbers with holes, times that may repeat. */
const chain = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 3 })), { minLength: 1, maxLength: 40 })
  .map((steps) =>
    steps.map((_, i): TimedBlock => {
      const before = steps.slice(0, i + 1);
      const sum = (part: 0 | 1) => before.reduce((total, step) => total + step[part], 0);
      return { number: 9 + sum(0), time: 100 + sum(1) };
    }),
  );

describe('the last block up to a time', () => {
  test('is found by a few reads in any range of a chain that skips numbers', async () => {
    await fc.assert(
      fc.asyncProperty(
        chain,
        fc.integer({ min: 5, max: 60 }),
        fc.integer({ min: 5, max: 180 }),
        fc.integer({ min: 95, max: 230 }),
        async (blocks, from, to, time) => {
          let reads = 0;
          const found = await lastBlockUpTo({ from, to }, time, async (number) => {
            reads++;
            return blocks.findLast((block) => block.number <= number && block.number >= from);
          });
          const expected = blocks.findLast((block) => block.number >= from && block.number <= to && block.time <= time);
          expect(found).toEqual(expected);
          expect(reads).toBeLessThanOrEqual(9);
        },
      ),
      runs(300),
    );
  });
});
