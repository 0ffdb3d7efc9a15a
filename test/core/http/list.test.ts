import * as fc from 'fast-check';
import { type BlockRange, includes } from '../../../lambdas/chain/domain/block-range';
import { between } from '../../../lambdas/chain/rows/block-lists';
import type { RawBlock } from '../../../lambdas/evm/domain/rpc';
import { evmReaders } from '../../../lambdas/evm/rows/readers';
import type { ListedTransaction } from '../../../lambdas/evm/rows/transaction-readers';
import { runs } from '../../support/full';
import { indexed, kinds, walk } from '../../support/lists/lists';
import { aRawBlock, type Sent } from '../../support/make/blocks';

/** Blocks before the first page, and blocks added later. */
const [COUNT, LATER] = [8, 3];

const sent: fc.Arbitrary<Sent> = fc.record({
  from: fc.integer({ min: 1, max: 3 }),
  to: fc.integer({ min: 1, max: 3 }),
});
// Small blocks, empty ones included, and some that take several items.
const block = fc.oneof(
  { weight: 3, arbitrary: fc.array(sent, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.array(sent, { minLength: 20, maxLength: 40 }) },
);
const getBlocks = (salt: number) =>
  fc
    .array(block, { minLength: COUNT + LATER, maxLength: COUNT + LATER })
    .map((all) => all.map((transactions, n) => aRawBlock(n, transactions, { salt })));
const sizes = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 100 }));
const asked = fc.record({ size: sizes, ascending: fc.boolean() });
const ChainTx = evmReaders.ChainTx();
const ordered = (rows: readonly string[], ascending: boolean) => (ascending ? rows : rows.toReversed());
/** Not shrunk: a smaller example explains little more and takes minutes to find. */
const RUNS = { ...runs(4), endOnFailure: true };

describe.each(Object.entries(kinds))('the pages of %s list', (_, kind) => {
  const lists = kind.lists(COUNT);
  const world = fc.tuple(...[1, 2, 3].slice(0, kind.chains).map(getBlocks));

  test('paging returns every row exactly once, in order, and fills every page but the last', async () => {
    await fc.assert(
      fc.asyncProperty(world, asked, async (all, query) => {
        const { table } = await indexed(all, COUNT);
        const { found, pages } = await walk(table, lists, query);
        expect(found).toEqual(ordered(kind.truth(all, COUNT), query.ascending));
        for (const { rows } of pages.slice(0, -1)) expect(rows).toBe(query.size);
      }),
      RUNS,
    );
  });
  test('paging returns every row exactly once while blocks are added between pages', async () => {
    await fc.assert(
      fc.asyncProperty(world, asked, async (all, query) => {
        const { table, add } = await indexed(all, COUNT);
        const between = async (page: number) => (page <= LATER ? add(COUNT + page - 1) : undefined);
        const { found } = await walk(table, lists, { ...query, between });
        expect(found).toEqual(ordered(kind.truth(all, COUNT), query.ascending));
      }),
      RUNS,
    );
  });
  test('paging returns every row exactly once while rows are repacked between pages', async () => {
    const packings = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(world, asked, packings, async (all, query, cuts) => {
        const { table, packed } = await indexed(all, COUNT);
        const between = async (page: number) => {
          const size = cuts[page - 1];
          return size === undefined ? undefined : packed(size);
        };
        const { found } = await walk(table, lists, { ...query, between });
        expect(found).toEqual(ordered(kind.truth(all, COUNT), query.ascending));
      }),
      RUNS,
    );
  });
  test('a filter omits rows that do not match, within 4 queries a page', async () => {
    await fc.assert(
      fc.asyncProperty(world, asked, fc.integer({ min: 1, max: 60 }), async (all, query, oneIn) => {
        const { table } = await indexed(all, COUNT);
        const wanted = (hash: string) => Number(BigInt(hash) % BigInt(oneIn)) === 0;
        const keep = ({ transaction }: ListedTransaction) => wanted(transaction.hash);
        const { found, pages } = await walk(table, lists, { ...query, keep });
        expect(found).toEqual(ordered(kind.truth(all, COUNT).filter(wanted), query.ascending));
        expect(Math.max(...pages.map((page) => page.requests))).toBeLessThanOrEqual(4);
      }),
      RUNS,
    );
  });
  test.each([
    [1, [1, 6, 12, 2, 5]],
    [3, [12, 1, 12, 1]],
    [10, [1, 12, 1, 12]],
  ])(
    'ascending pages of %i rows skip and repeat nothing while items of one and of many rows alternate',
    async (size, cuts) => {
      const all = [1, 2, 3].map((salt) =>
        [0, 1].map((n) => aRawBlock(n, Array(35).fill({ from: 1, to: 2 }), { salt })),
      );
      const { table, packed } = await indexed(all, 2);
      const between = (page: number) => packed(cuts[page % cuts.length] ?? 1);
      const { found } = await walk(table, kind.lists(2), { size, ascending: true, between });
      expect(found).toEqual(kind.truth(all, 2));
    },
  );
});

describe.each(['an address’s', 'a chain’s'].map((name) => [name, kinds[name.replace('’', "'")]] as const))(
  'the pages of %s list with hidden blocks',
  (_, kind) => {
    if (!kind) throw new Error('no such list');
    const ranges = fc.array(
      fc
        .tuple(fc.integer({ min: 0, max: COUNT - 1 }), fc.integer({ min: 0, max: 4 }))
        .map(([from, more]) => ({ from, to: from + more })),
      { minLength: 1, maxLength: 2 },
    );
    const hiding = (except: readonly BlockRange[]) =>
      kind.lists(COUNT).map((list) => ({ ...list, ...between({ from: 0, to: COUNT - 1, except }) }));
    /** The blocks outside the hidden ranges. */
    const toShown = (all: readonly RawBlock[][], except: readonly BlockRange[]) =>
      all.map((blocks) => blocks.filter((__, n) => n < COUNT && !includes(except, n)));

    test('paging returns every visible row exactly once, within 4 queries a page', async () => {
      await fc.assert(
        fc.asyncProperty(fc.tuple(getBlocks(1)), asked, ranges, async (all, query, except) => {
          const { table } = await indexed(all, COUNT);
          const { found, pages } = await walk(table, hiding(except), query);
          expect(found).toEqual(ordered(kind.truth(toShown(all, except), COUNT), query.ascending));
          expect(Math.max(...pages.map((page) => page.requests))).toBeLessThanOrEqual(4);
        }),
        RUNS,
      );
    });
    test('paging skips and repeats no visible row when hidden blocks appear between two pages', async () => {
      await fc.assert(
        fc.asyncProperty(fc.tuple(getBlocks(1)), asked, ranges, async (all, query, except) => {
          const { table } = await indexed(all, COUNT);
          const lists = hiding(except);
          const show = async () => void lists.splice(0, lists.length, ...hiding([]));
          const { found } = await walk(table, lists, { ...query, between: show });
          const always = new Set(kind.truth(toShown(all, except), COUNT));
          expect(found.filter((hash) => always.has(hash))).toEqual(ordered([...always], query.ascending));
          expect(new Set(found).size).toBe(found.length);
        }),
        RUNS,
      );
    });
  },
);

test('a page beyond a hidden slice of many rows takes two queries', async () => {
  const full = (n: number) => aRawBlock(n, Array(60).fill({ from: 1, to: 2 }));
  const { table } = await indexed([Array.from({ length: 12 }, (_, n) => full(n))], 12);
  for (const ascending of [true, false]) {
    const list = ChainTx.ofChain('1', {
      from: 0,
      to: 11,
      except: [ascending ? { from: 0, to: 10 } : { from: 1, to: 11 }],
    });
    const { pages } = await walk(table, [list], { size: 10, ascending });
    expect(pages[0]).toEqual({ requests: 2, rows: 10 });
  }
});
