import * as fc from 'fast-check';
import { chunk } from '../../../../lambdas/core/contract/chunk';
import { BoundedCache } from '../../../../lambdas/core/domain/bounded-cache';

test('chunks keep all items in order, and all but the last have the requested size', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat()), fc.integer({ min: 1, max: 7 }), async (all, size) => {
      const chunks = chunk(all, size);
      expect(chunks.flat()).toEqual(all);
      expect(chunks.slice(0, -1).every((one) => one.length === size)).toBe(true);
      expect(chunks.every((one) => one.length > 0 && one.length <= size)).toBe(true);
    }),
  );
});

test('a bounded cache evicts the entry that was set longest ago', () => {
  const cache = new BoundedCache<string, number>(2);
  cache.set('a', 1);
  cache.set('b', 2);
  cache.set('a', 3);
  cache.set('c', 4);
  expect([cache.get('a'), cache.has('b'), cache.get('c')]).toEqual([3, false, 4]);
  cache.delete('a');
  cache.set('d', 5);
  expect([cache.has('c'), cache.has('d')]).toEqual([true, true]);
  cache.clear();
  expect(cache.has('d')).toBe(false);
});
