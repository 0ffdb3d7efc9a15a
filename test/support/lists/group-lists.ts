import * as fc from 'fast-check';
import { getPage } from '../../../lambdas/core/http/page';
import { key } from '../../../lambdas/core/table/key';
import { type List, readPage } from '../../../lambdas/core/table/list';
import { entities } from '../../../lambdas/core/table/schema';
import type { Table } from '../../../lambdas/core/table/table';
import { memoryTable } from '../tables/memory';

/** As `PageQuery` documents it. */
const MAX_GROUP_ITEMS = 100;
/** The common key prefix of a transaction's rows. */
const GROUP_KEY_LENGTH = 16;
/** The first list has one row per transaction, the others several. */
const LETTERS = ['n', '2', '7', '8'] as const;

type Sizes = readonly number[];
export interface Merged {
  readonly blocks: readonly (readonly Sizes[])[];
  /** Rows per item, repeating. */
  readonly packing: readonly number[];
}

// Mostly small, so that pages hold several groups; large ones span many items.
const size = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 4 }) },
  { weight: 2, arbitrary: fc.integer({ min: 5, max: 40 }) },
  { weight: 1, arbitrary: fc.integer({ min: 41, max: 300 }) },
);
const transaction = fc.tuple(fc.integer({ min: 0, max: 1 }), size, size, size);
/** A third of them has items of one or two rows. */
export const merged = (kinds: number): fc.Arbitrary<Merged> =>
  fc.record({
    blocks: fc.array(
      fc.array(
        transaction.map((all) => all.slice(all.length - kinds)),
        { maxLength: 6 },
      ),
      { minLength: 1, maxLength: 5 },
    ),
    packing: fc.oneof(
      fc.array(fc.integer({ min: 1, max: 2 }), { minLength: 1, maxLength: 3 }),
      fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 5 }),
      fc.array(fc.integer({ min: 8, max: 20 }), { minLength: 1, maxLength: 5 }),
    ),
  });

export interface Group {
  readonly name: string;
  readonly rows: readonly { readonly all: readonly string[]; readonly least: number }[];
}

/** `high`: the last block that readers see. */
export async function writeMerged({ blocks, packing }: Merged, kinds: number, high = blocks.length) {
  const { table } = memoryTable();
  const letters = LETTERS.slice(LETTERS.length - kinds);
  const groups = new Map<string, Group>();
  const add = async (sizes: readonly Sizes[], block: number): Promise<void> => {
    for (const [l, letter] of letters.entries()) {
      const keys = sizes.flatMap((of, tx) =>
        Array.from({ length: of[l] ?? 0 }, (_, i) => rowKey(letter, block, tx, i)),
      );
      const items = packed(keys, packing);
      await table.write(items.map((own) => ({ put: { pk: PK, sk: `${letter}#${own[0]}`, keys: own.join(' ') } })));
      if (block > high) continue;
      for (const [name, all] of Map.groupBy(keys, (k) => k.slice(0, GROUP_KEY_LENGTH))) {
        // Readers may leave out items at one end of a large group.
        const counts = items.map((own) => own.filter((k) => k.startsWith(name)).length).filter((n) => n > 0);
        const rest = counts.toSorted((a, b) => b - a).slice(0, Math.max(0, counts.length - MAX_GROUP_ITEMS));
        const least = all.length - rest.reduce((sum, n) => sum + n, 0);
        const rows = groups.get(name)?.rows ?? letters.map(() => ({ all: [], least: 0 }));
        groups.set(name, { name, rows: rows.with(l, { all, least }) });
      }
    }
  };
  for (const [n, sizes] of blocks.entries()) await add(sizes, n + 1);
  const lists = letters.map(
    (letter): List<string> => ({
      pk: PK,
      prefix: `${letter}#`,
      low: '0',
      high: `${String(high).padStart(10, '0')}~`,
      rows: ({ keys }) =>
        String(keys)
          .split(' ')
          .map((k) => ({ key: k, value: `${letter}#${k}` })),
    }),
  );
  return { table, lists, add, groups: [...groups.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1)) };
}

const PK = key(entities.AddressTx.pk, { chain: '1', address: '0xa1' });
const rowKey = (letter: (typeof LETTERS)[number], block: number, tx: number, i: number): string =>
  (letter === 'n'
    ? key(entities.AddressTx.sk, { block, tx })
    : key(entities.AddressErc20.sk, { block, tx, transfer: 1_000 * tx + i })
  ).slice(2);

function packed(keys: readonly string[], packing: readonly number[]): string[][] {
  const items: string[][] = [];
  for (let from = 0; from < keys.length; ) {
    const size = packing[items.length % packing.length] ?? 1;
    items.push(keys.slice(from, from + size));
    from += size;
  }
  return items;
}

interface Asked {
  readonly size: number;
  readonly ascending: boolean;
  /** Runs after each page but the last; counts from 1. */
  readonly between?: (page: number) => Promise<void>;
}

export async function pagesOfGroups(table: Table, lists: readonly List<string>[], { size, ascending, between }: Asked) {
  const pages: { name: string; rows: string[][] }[][] = [];
  for (let token: string | undefined; pages.length < 5_000; ) {
    const page = getPage(['list'], size, token);
    const { values, next } = await readPage(table, lists, { ...page, ascending, group: GROUP_KEY_LENGTH });
    const groups = Map.groupBy(values, (value) => value.slice(2, 2 + GROUP_KEY_LENGTH));
    pages.push(
      [...groups].map(([name, rows]) => ({
        name,
        rows: lists.map(({ prefix = '' }) => rows.filter((r) => r.startsWith(prefix)).map((r) => r.slice(2))),
      })),
    );
    token = page.token(next, 0).nextPageToken;
    if (token === undefined) return pages;
    await between?.(pages.length);
  }
  throw new Error('the list does not end');
}
