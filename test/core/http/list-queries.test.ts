import { indexed, kinds, walk } from '../../support/lists/lists';
import { aRawBlock } from '../../support/make/blocks';

const BLOCKS = 30;
/** Some addresses are in many transactions, most in few, as on a real chain. */
const who = (n: number) => 1 + Math.floor(300 * ((n * 0.618_034) % 1) ** 4);
const world = [1, 2, 3].map((salt) =>
  Array.from({ length: BLOCKS }, (_, n) => {
    const sent = Array.from({ length: 20 }, (_, i) => ({ from: who(n * 20 + i), to: who(n * 37 + i * 3 + salt) }));
    return aRawBlock(n, sent, { salt });
  }),
);
// Shared, as it is only read.
const filled = indexed(world, BLOCKS);

describe.each(Object.entries(kinds))('the queries of a page of %s list', (_, { lists: cutAt }) => {
  const lists = cutAt(BLOCKS);

  test('a page takes one query per list, and a second on at most 5 % of pages', async () => {
    const { table } = await filled;
    let [pages, twice] = [0, 0];
    for (const size of [5, 10, 25, 50, 100])
      for (const ascending of [true, false])
        for (const { requests } of (await walk(table, lists, { size, ascending })).pages) {
          pages += 1;
          if (requests > lists.length) twice += 1;
        }
    expect(pages).toBeGreaterThan(100);
    expect(twice / pages).toBeLessThanOrEqual(0.05);
  });
  test.each([true, false])(
    'a filter that matches nothing takes at most 4 queries a page and reaches the end (ascending: %s)',
    async (ascending) => {
      const { table } = await filled;
      const { found, pages } = await walk(table, lists, { size: 1, ascending, keep: () => false });
      expect(found).toEqual([]);
      expect(pages.length).toBeGreaterThan(1);
      expect(Math.max(...pages.map((page) => page.requests))).toBeLessThanOrEqual(4);
    },
  );
});
