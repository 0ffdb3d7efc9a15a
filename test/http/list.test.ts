import * as fc from 'fast-check';
import { type List, readPage } from '../../lambdas/adapters/dynamo/list';
import { type ListedTransaction, readers } from '../../lambdas/adapters/dynamo/readers';
import type { Table } from '../../lambdas/adapters/dynamo/table';
import { derive } from '../../lambdas/domain/evm/derive';
import type { RawBlock } from '../../lambdas/domain/evm/rpc';
import { pageOf } from '../../lambdas/http/page';
import { writeBlocks } from '../support/deps';
import { aChain, address, aRawBlock, type Sent } from '../support/make';
import { memoryTable } from '../support/memory-table';
import { repacked } from '../support/repack';

/** Two chains share the mainnet's index key, one has the testnet's. All blocks of one number have one time. */
const chains = [aChain({ chainId: '1' }), aChain({ chainId: '2' }), aChain({ chainId: '3', network: 'testnet' })];
/** Blocks that are there before the first page, and blocks that come later. */
const [INDEXED, LATER] = [12, 3];

const sent: fc.Arbitrary<Sent> = fc.record({
  from: fc.integer({ min: 1, max: 3 }),
  to: fc.integer({ min: 1, max: 3 }),
  failed: fc.boolean(),
});
const block = fc.oneof(
  { weight: 3, arbitrary: fc.array(sent, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.array(sent, { minLength: 20, maxLength: 40 }) },
);
const blocksOf = (salt: number) =>
  fc
    .array(block, { minLength: INDEXED + LATER, maxLength: INDEXED + LATER })
    .map((all) => all.map((txs, n) => aRawBlock(n, txs, { salt })));
const world = fc.tuple(blocksOf(1), blocksOf(2), blocksOf(3));
type World = readonly (readonly RawBlock[])[];

interface Kind {
  readonly lists: (table: Table) => List<ListedTransaction>[];
  /** The hashes that the lists hold, ascending, told from the raw blocks alone. */
  readonly truth: (world: World) => string[];
}
const upTo = INDEXED - 1;
const hashes = (blocks: readonly RawBlock[] = [], wanted = (_: { from: string; to?: string | null }) => true) =>
  blocks.slice(0, INDEXED).flatMap((raw) => raw.block.transactions.filter(wanted).map((t) => t.hash));
const kinds: Record<string, Kind> = {
  "an address's": {
    lists: (table) => [readers.AddressTx(table).ofAddress('1', address(1), { from: 0, to: upTo })],
    truth: ([one]) => hashes(one, ({ from, to }) => from === address(1) || to === address(1)),
  },
  "a chain's": {
    lists: () => [readers.ChainTx().ofChain('1', { from: 0, to: upTo })],
    truth: ([one]) => hashes(one),
  },
  "all chains', merged": {
    lists: () => {
      const until = `${String(1_700_000_000 + upTo)}~`;
      return [readers.ChainTx().ofNetwork('mainnet', until), readers.ChainTx().ofNetwork('testnet', until)];
    },
    truth: (all) =>
      Array.from({ length: INDEXED }, (_, n) => all.flatMap((chain) => hashes(chain.slice(n, n + 1)))).flat(),
  },
};

interface Walk {
  readonly size: number;
  readonly ascending: boolean;
  readonly keep?: (value: ListedTransaction) => boolean;
  /** Runs between pages. */
  readonly between?: (page: number) => Promise<void>;
}
/** Follows the page tokens to the end: the hashes in their order, and the requests and rows of each page. */
async function walk(table: Table, { lists }: Kind, { size, ascending, keep, between }: Walk) {
  const found: string[] = [];
  const pages: { requests: number; rows: number }[] = [];
  for (let token: string | undefined; pages.length < 2_000; ) {
    const page = pageOf(['list'], size, token);
    table.meter.requests = 0;
    const { values, next } = await readPage(table, lists(table), { ...page, ascending, ...(keep ? { keep } : {}) });
    pages.push({ requests: table.meter.requests, rows: values.length });
    found.push(...values.map((value) => value.transaction.hash));
    token = page.token(next, 0).nextPageToken;
    if (token === undefined) return { found, pages };
    await between?.(pages.length);
  }
  throw new Error('the list does not end');
}

async function tableOf(all: World): Promise<Table> {
  const table = memoryTable();
  for (const [i, chain] of chains.entries()) await writeBlocks(table, chain, all[i]?.slice(0, INDEXED) ?? []);
  return table;
}
async function addLater(table: Table, all: World, page: number): Promise<void> {
  const n = INDEXED + page - 1;
  for (const [i, chain] of chains.entries()) await writeBlocks(table, chain, all[i]?.slice(n, n + 1) ?? []);
}
/** Packs every list anew, `size` rows to an item. Items of an earlier packing go first. */
function packer(table: Table, all: World) {
  let last: number | undefined;
  return async (size: number) => {
    for (const [i, chain] of chains.entries())
      for (const raw of all[i]?.slice(0, INDEXED) ?? []) {
        const derived = derive(raw, 0);
        const { before, after } = repacked(derived, chain, size);
        const old = last === undefined ? before : repacked(derived, chain, last).after;
        await table.write(old.map(({ pk, sk }) => ({ delete: { pk, sk } })));
        await table.write(after.map((put) => ({ put })));
      }
    last = size;
  };
}

const sizes = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 100 }));
const asked = fc.record({ size: sizes, ascending: fc.boolean() });
const ordered = (rows: readonly string[], ascending: boolean) => (ascending ? rows : rows.toReversed());
const RUNS = { numRuns: 40, endOnFailure: true };

describe.each(Object.entries(kinds))('following the pages of %s list to the end', (_, kind) => {
  test('gives every row exactly once, in order; every page but the last is full', async () => {
    await fc.assert(
      fc.asyncProperty(world, asked, async (all, query) => {
        const { found, pages } = await walk(await tableOf(all), kind, query);
        expect(found).toEqual(ordered(kind.truth(all), query.ascending));
        for (const { rows } of pages.slice(0, -1)) expect(rows).toBe(query.size);
      }),
      RUNS,
    );
  });
  test('so too when blocks are added between the pages', async () => {
    await fc.assert(
      fc.asyncProperty(world, asked, async (all, query) => {
        const table = await tableOf(all);
        const between = async (page: number) => (page <= LATER ? addLater(table, all, page) : undefined);
        expect((await walk(table, kind, { ...query, between })).found).toEqual(ordered(kind.truth(all), query.ascending));
      }),
      RUNS,
    );
  });
  test('so too when the rows were packed anew between the pages', async () => {
    const packings = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(world, asked, packings, async (all, query, cuts) => {
        const table = await tableOf(all);
        const pack = packer(table, all);
        const between = async (page: number) => {
          const cut = cuts[page - 1];
          if (cut !== undefined) await pack(cut);
        };
        expect((await walk(table, kind, { ...query, between })).found).toEqual(ordered(kind.truth(all), query.ascending));
      }),
      RUNS,
    );
  });
  test('a filter leaves out what it does not keep, and no page makes more than 4 queries', async () => {
    await fc.assert(
      fc.asyncProperty(world, asked, fc.integer({ min: 1, max: 60 }), async (all, query, oneIn) => {
        const wanted = (hash: string) => Number(BigInt(hash) % BigInt(oneIn)) === 0;
        const keep = ({ transaction }: ListedTransaction) => wanted(transaction.hash);
        const { found, pages } = await walk(await tableOf(all), kind, { ...query, keep });
        expect(found).toEqual(ordered(kind.truth(all).filter(wanted), query.ascending));
        expect(Math.max(...pages.map((page) => page.requests))).toBeLessThanOrEqual(4);
      }),
      RUNS,
    );
  });
});
