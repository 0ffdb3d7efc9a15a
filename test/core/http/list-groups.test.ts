import * as fc from 'fast-check';
import { runs } from '../../support/full';
import { type Group, merged, pagesOfGroups, writeMerged } from '../../support/lists/group-lists';

const asked = fc.record({
  size: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 100 })),
  ascending: fc.boolean(),
});
/** Not shrunk: a smaller example explains little more and takes minutes to find. */
const RUNS = { ...runs(4), endOnFailure: true };

/** Every group once, in order, on one page, and whole unless longer than the read limit of a group. */
function expectWhole(
  pages: Awaited<ReturnType<typeof pagesOfGroups>>,
  groups: readonly Group[],
  { size, ascending }: { size: number; ascending: boolean },
): void {
  const shown = pages.flat();
  const expected = ascending ? groups : groups.toReversed();
  expect(shown.map(({ name }) => name)).toEqual(expected.map(({ name }) => name));
  for (const page of pages) expect(page.length).toBeLessThanOrEqual(size);
  for (const [i, { rows }] of shown.entries())
    for (const [l, { all, least }] of (expected[i]?.rows ?? []).entries()) {
      const found = rows[l] ?? [];
      expect(found.length).toBeGreaterThanOrEqual(least);
      const ordered = ascending ? all : all.toReversed();
      expect(found).toEqual(ordered.slice(0, found.length));
    }
}

describe.each([1, 2, 3, 4])('the pages of %i merged lists of groups', (kinds) => {
  test('paging returns every group exactly once and complete', async () => {
    await fc.assert(
      fc.asyncProperty(merged(kinds), asked, async (world, query) => {
        const { table, lists, groups } = await writeMerged(world, kinds);
        expectWhole(await pagesOfGroups(table, lists, query), groups, query);
      }),
      RUNS,
    );
  });
  test('paging returns every group exactly once and complete while blocks are added between pages', async () => {
    await fc.assert(
      fc.asyncProperty(merged(kinds), asked, async (world, query) => {
        const high = world.blocks.length;
        const { table, lists, groups, add } = await writeMerged(world, kinds, high);
        const between = async (page: number) =>
          page <= 3 ? add(world.blocks[page % high] ?? [], high + page) : undefined;
        expectWhole(await pagesOfGroups(table, lists, { ...query, between }), groups, query);
      }),
      RUNS,
    );
  });
});
