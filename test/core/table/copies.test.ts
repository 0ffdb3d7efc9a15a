import { seededRandom } from '../../../demo/random';
import { type RowFamily, type SecondCopy, WHOLE_NETWORK } from '../../../lambdas/core/domain/copies';
import { createKnownCopies, withCopies } from '../../../lambdas/core/table/copies';
import { absentInSecondCopy, inSecondCopy, SECOND_COPY, secondCopyText } from '../../../lambdas/core/table/copy-keys';
import type { Item } from '../../../lambdas/core/table/item';
import { blockDigits, key } from '../../../lambdas/core/table/key';
import { type Position, readPage } from '../../../lambdas/core/table/list';
import { createPlainTable } from '../../../lambdas/core/table/plain-table';
import { entities } from '../../../lambdas/core/table/schema';
import { createTableClient, type Range, type Table } from '../../../lambdas/core/table/table';
import { FULL } from '../../support/full';
import { memoryTable, NAME } from '../../support/tables/memory';

const [CHAINS, BLOCKS, WORLDS] = [['4311', '43114'], 30, FULL ? 300 : 20];
const FAMILIES: readonly RowFamily[] = ['transactions', 'tokens', 'traces', 'teleporter'];
const ADDRESS = '0xaa';
const hashOf = (chain: string, block: number) => `${chain}${blockDigits(block)}`;
/** Several blocks a second. */
const timeOf = (block: number) => 1_000 + Math.floor(block / 4);

const cursorOf = (chain: string) => ({ pk: key(entities.Cursor.pk, { chain }), sk: 'head' });

interface Row {
  readonly family: RowFamily;
  readonly block: number;
  readonly item: Item;
}

/** A row of each entity, some left out. `d` says which copy it was derived for. */
function derived(chain: string, block: number, d: string, keeps: () => boolean): Row[] {
  const [hash, time, network] = [hashOf(chain, block), timeOf(block), 'mainnet'];
  const { Block, ChainTx, AddressTx, AddressErc20, TokenTransfer, Deployment, Tx, TxInternal, TxMessage } = entities;
  const { AddressInternal, TeleporterEvent } = entities;
  const rows: [RowFamily, Item][] = [
    [
      'transactions',
      {
        pk: key(Block.pk, { chain }),
        sk: key(Block.sk, { block }),
        g1p: key(Block.gsi1[0], { chain, hash }),
        g1s: Block.gsi1[1],
        g2p: key(Block.gsi2[0], { network }),
        g2s: key(Block.gsi2[1], { time, chain, block }),
      },
    ],
    ...[0, 1].map((tx): [RowFamily, Item] => [
      'transactions',
      {
        pk: key(ChainTx.pk, { chain }),
        sk: key(ChainTx.sk, { block, tx }),
        g2p: key(ChainTx.gsi2[0], { network }),
        g2s: key(ChainTx.gsi2[1], { time, chain, block, tx }),
      },
    ]),
    ['transactions', { pk: key(AddressTx.pk, { chain, address: ADDRESS }), sk: key(AddressTx.sk, { block, tx: 0 }) }],
    [
      'tokens',
      {
        pk: key(AddressErc20.pk, { chain, address: ADDRESS }),
        sk: key(AddressErc20.sk, { block, tx: 0, transfer: 0 }),
      },
    ],
    [
      'tokens',
      { pk: key(TokenTransfer.pk, { chain, token: ADDRESS }), sk: key(TokenTransfer.sk, { block, transfer: 0 }) },
    ],
    ['traces', { pk: key(Deployment.pk, { chain, token: ADDRESS }), sk: key(Deployment.sk, { block }) }],
    [
      'traces',
      {
        pk: key(AddressInternal.pk, { chain, address: ADDRESS }),
        sk: key(AddressInternal.sk, { block, tx: 0, internalTx: 0 }),
      },
    ],
    ['tokens', { pk: key(Tx.pk, { chain, hash }), sk: key(Tx.sk, { part: 0 }) }],
    ['tokens', { pk: key(Tx.pk, { chain, hash }), sk: key(Tx.sk, { part: 1 }) }],
    ['traces', { pk: key(Tx.pk, { chain, hash }), sk: key(TxInternal.sk, { part: 0 }) }],
    ['teleporter', { pk: key(Tx.pk, { chain, hash }), sk: TxMessage.sk }],
    ...[0, 1].map((log): [RowFamily, Item] => [
      'teleporter',
      { pk: key(TeleporterEvent.pk, { messageId: '0x7' }), sk: key(TeleporterEvent.sk, { chain, block, log }) },
    ]),
  ];
  return rows.filter(keeps).map(([family, item]) => ({ family, block, item: { ...item, d } }));
}

const includes = (ranges: SecondCopy[RowFamily], block: number) =>
  ranges?.some(({ from, to }) => block >= from && block <= to) === true;

/** The table with both copies, and one with only the rows in use. */
async function world(seed: number) {
  const random = seededRandom(seed);
  const upTo = (n: number) => Math.floor(random() * n);
  const drawSecond = (): SecondCopy =>
    Object.fromEntries(
      FAMILIES.filter(() => random() < 0.8).map((family) => {
        const bounds = Array.from({ length: 4 }, () => upTo(BLOCKS + 5)).toSorted((a, b) => a - b);
        const [a = 0, b = 0, c = 0, d = 0] = bounds;
        return [
          family,
          random() < 0.5 || c <= b + 1
            ? [{ from: a, to: b }]
            : [
                { from: a, to: b },
                { from: c, to: d },
              ],
        ];
      }),
    );
  const seconds = new Map(CHAINS.map((chain) => [chain, random() < 0.2 ? undefined : drawSecond()]));
  const [both, used] = [memoryTable(), memoryTable()];
  const keeps = () => random() < 0.7;
  for (const chain of CHAINS)
    for (let block = 0; block < BLOCKS; block++) {
      const first = derived(chain, block, 'first', keeps);
      // A range that is not in use may have rows too.
      const second = random() < 0.9 ? derived(chain, block, 'second', keeps) : undefined;
      const isUsed = ({ family }: Row) => second !== undefined && includes(seconds.get(chain)?.[family], block);
      if (second === undefined && FAMILIES.some((family) => includes(seconds.get(chain)?.[family], block)))
        for (const { item, family } of first)
          if (includes(seconds.get(chain)?.[family], block))
            await both.table.write([{ put: inSecondCopy(item, block) }]);
      const names = new Set(second?.map(({ item }) => `${item.pk} ${item.sk}`));
      const gone = second ? first.filter(({ item }) => !names.has(`${item.pk} ${item.sk}`)) : [];
      await both.table.write([
        ...first.map(({ item }) => ({ put: item })),
        ...(second ?? []).map(({ item }) => ({ put: inSecondCopy(item, block) })),
        ...gone
          .filter(({ item }) => item.pk.startsWith('x#'))
          .map(({ item }) => ({ put: absentInSecondCopy(item, block) })),
      ]);
      await used.table.write([
        ...first.filter((row) => !isUsed(row)).map(({ item }) => ({ put: item })),
        ...(second ?? []).filter(isUsed).map(({ item }) => ({ put: item })),
      ]);
    }
  for (const [chain, second] of seconds)
    await both.table.write([{ put: { ...cursorOf(chain), [SECOND_COPY]: second && secondCopyText(second) } }]);
  return { table: createTableClient(NAME, both.client), expected: used.table, random, upTo };
}

const partitions = CHAINS.flatMap((chain) => [
  { pk: `h#${chain}`, prefix: '' },
  { pk: `l#${chain}`, prefix: '' },
  { pk: `a#${chain}#${ADDRESS}`, prefix: 'n#' },
  { pk: `a#${chain}#${ADDRESS}`, prefix: '2#' },
  { pk: `a#${chain}#${ADDRESS}`, prefix: 'i#' },
  { pk: `k#${chain}#${ADDRESS}`, prefix: '' },
  { pk: `k#${chain}#${ADDRESS}`, prefix: '~d#' },
]);

async function whole(table: Table, range: Range) {
  const items: Record<string, unknown>[] = [];
  for (let rest = range; ; ) {
    const { items: found, more } = await table.query(rest);
    items.push(...found);
    const last = String(found.at(-1)?.sk);
    if (!more) return items;
    if (found.length > range.limit || found.length === 0) throw new Error(`${found.length} items in a page`);
    rest = range.ascending
      ? { ...rest, low: `${last}!` }
      : { ...rest, high: `${last.slice(0, -1)}${String.fromCharCode(last.charCodeAt(last.length - 1) - 1)}~` };
    if (rest.low > rest.high) return items;
  }
}

describe('a table with two copies of some blocks', () => {
  const seeds = Array.from({ length: WORLDS }, (_, i) => i + 1);

  test('ranges of a partition return the rows in use, in both directions and whatever the page size', async () => {
    let compared = 0;
    for (const seed of seeds) {
      const { table, expected, random, upTo } = await world(seed);
      for (const { pk, prefix } of partitions) {
        const bounds = [upTo(BLOCKS), upTo(BLOCKS)].toSorted((a, b) => a - b);
        const [low = 0, high = 0] = bounds;
        const range = {
          pk,
          low: prefix + blockDigits(low),
          high: `${prefix}${blockDigits(high)}~`,
          ascending: random() < 0.5,
          limit: 1 + upTo(8),
        };
        const found = await whole(table, range);
        expect(found).toEqual(await whole(expected, range));
        compared += found.length;
      }
    }
    expect(compared).toBeGreaterThan(WORLDS * 50);
  });

  test('the events of a message are read from the copy in use on each chain', async () => {
    for (const seed of seeds) {
      const { table, expected, upTo } = await world(seed);
      const range = { pk: 'tm#0x7', low: 'e#', high: 'e#~', ascending: true, limit: 1 + upTo(30) };
      const found = await whole(table, range);
      expect(found).toEqual(await whole(expected, range));
      expect(found.length).toBeGreaterThan(20);
    }
  });

  test('single rows and batches are read from the copy in use', async () => {
    for (const seed of seeds) {
      const { table, expected } = await world(seed);
      const keys = CHAINS.flatMap((chain) =>
        Array.from({ length: BLOCKS }, (_, block) => [
          { pk: `h#${chain}`, sk: blockDigits(block) },
          ...['t#00', 'i#00', 'm'].map((sk) => ({ pk: `x#${chain}#${hashOf(chain, block)}`, sk })),
          { pk: 'tm#0x7', sk: `e#${chain}#${blockDigits(block)}#0000001` },
        ]),
      ).flat();
      const sorted = (items: readonly Record<string, unknown>[]) =>
        items.toSorted((a, b) => (`${a.pk} ${a.sk}` < `${b.pk} ${b.sk}` ? -1 : 1));
      expect(sorted(await table.batchGet(keys))).toEqual(sorted(await expected.batchGet(keys)));
      for (const one of keys.filter((_, i) => i % 7 === 0))
        expect(await table.get(one)).toEqual(await expected.get(one));
    }
  });

  test('a transaction and a block are found by hash in the copy in use', async () => {
    for (const seed of seeds) {
      const { table, expected } = await world(seed);
      for (const chain of CHAINS)
        for (let block = 0; block < BLOCKS; block++) {
          const hash = hashOf(chain, block);
          const tx = { pk: `x#${chain}#${hash}`, low: 'i#', high: 't#~', ascending: true, limit: 200 };
          expect(await table.query(tx)).toEqual(await expected.query(tx));
          const byHash = { index: 'gsi1', pk: `bh#${chain}#${hash}`, low: 'h', high: 'h', ascending: true } as const;
          const found = await table.query({ ...byHash, limit: 1 });
          expect(found.items).toEqual((await expected.query({ ...byHash, limit: 1 })).items);
        }
    }
  });

  test('pages over all chains show each row in use once, among blocks of the same second', async () => {
    for (const seed of seeds) {
      const { table, expected, random, upTo } = await world(seed);
      for (const pk of ['ab#mainnet', 'at#mainnet']) {
        const list = {
          index: 'gsi2' as const,
          pk,
          low: '0',
          high: '~',
          rows: (item: Record<string, unknown>) => [
            { key: String(item.g2s), value: `${item.pk} ${item.sk} ${item.g2s} ${item.d}` },
          ],
        };
        const ascending = random() < 0.5;
        const size = 1 + upTo(9);
        const pages = async (of: Table) => {
          const values: string[] = [];
          for (let from: Position | undefined; ; ) {
            const page = await readPage(of, [list], { ascending, size, from });
            values.push(...page.values);
            from = page.next;
            if (!from) return values;
          }
        };
        expect(await pages(table)).toEqual(await pages(expected));
      }
    }
  });

  test('chains without a second copy cost no further request once their cursor is known', async () => {
    const { client } = memoryTable();
    const table = createTableClient(NAME, client);
    await table.write([{ put: cursorOf('1') }, { put: { pk: 'h#1', sk: blockDigits(1) } }]);
    const read = async () => {
      await table.get({ pk: 'h#1', sk: blockDigits(1) });
      await table.batchGet([{ pk: 'x#1#0x1', sk: 't#00' }]);
      for (const pk of ['h#1', 'x#1#0x1', 'a#1#0x1'])
        await table.query({ pk, low: 'n#', high: '~', ascending: true, limit: 5 });
      await table.query({ pk: 'ab#mainnet', index: 'gsi2', low: '0', high: '~', ascending: true, limit: 5 });
    };
    const count = async () => {
      const before = table.meter.requests;
      await read();
      return table.meter.requests - before;
    };
    expect([await count(), await count()]).toEqual([7, 6]);
    await table.get(cursorOf('1'));
    expect(await count()).toBe(6);
  });

  test('a switch is seen as soon as the cursor is read, and within five seconds otherwise', async () => {
    let now = 0;
    const plain = createPlainTable(NAME, memoryTable().client);
    const at = { pk: 'h#1', sk: blockDigits(7) };
    const row = { ...at, d: 'first' };
    await plain.write([{ put: cursorOf('1') }, { put: row }, { put: inSecondCopy({ ...row, d: 'second' }, 7) }]);
    const open = () =>
      withCopies(
        plain,
        createKnownCopies(plain, () => now),
      );
    const [reading, other] = [open(), open()];
    const seen = async () => Promise.all([reading, other].map(async (table) => (await table.get(at))?.d));
    expect(await seen()).toEqual(['first', 'first']);
    await plain.update(cursorOf('1'), {
      set: { [SECOND_COPY]: secondCopyText({ transactions: [{ from: 0, to: 9 }] }) },
    });
    await reading.get(cursorOf('1'));
    expect(await seen()).toEqual(['second', 'first']);
    now = 5_001;
    expect(await seen()).toEqual(['second', 'second']);
  });
});

test('rows of a P-Chain are all read from the copy in use, under the keys of the first, and new ones at once', async () => {
  const { table, client } = memoryTable();
  const plain = createPlainTable(NAME, client);
  const cursor = { ...cursorOf('p-chain-fuji'), n: 1 };
  const row = (network: string, block: number, x: string): Item => ({
    pk: `pb#${network}`,
    sk: blockDigits(block),
    g2p: `pd#${network}`,
    g2s: `${blockDigits(block)}#${blockDigits(block)}`,
    x,
  });
  const other = row('other', 1, 'of another network');
  await plain.write([cursor, row('fuji', 1, 'first'), row('fuji.2', 1, 'second'), other].map((put) => ({ put })));
  const [first, second] = [row('fuji', 1, 'first'), row('fuji', 1, 'second')];
  const { pk, sk } = first;
  const range = { pk, low: '0', high: '9', ascending: true, limit: 10 };
  const read = async () => [
    await table.get({ pk, sk }),
    ...(
      await table.batchGet([
        { pk, sk },
        { pk: other.pk, sk },
      ])
    ).toSorted((a, b) => (String(a.pk) < String(b.pk) ? -1 : 1)),
    ...(await table.query(range)).items,
    ...(await table.query({ ...range, pk: 'pd#fuji', index: 'gsi2' })).items,
  ];
  expect(await read()).toEqual([first, first, other, first, first]);
  await plain.write([
    { put: { ...cursor, [SECOND_COPY]: secondCopyText(WHOLE_NETWORK) } },
    { put: row('fuji.2', 2, 'new') },
  ]);
  // The client does not know of the switch yet.
  expect(await table.get({ pk, sk: blockDigits(2) }, true)).toEqual(row('fuji', 2, 'new'));
  expect(await read()).toEqual([second, second, other, second, row('fuji', 2, 'new'), second, row('fuji', 2, 'new')]);
});

test('a new row of a P-Chain is found at once, although a cursor read from before the switch is under way', async () => {
  let now = 0;
  const plain = createPlainTable(NAME, memoryTable().client);
  const cursor = cursorOf('p-chain-fuji');
  const [old, added] = [1, 2].map((block) => ({ pk: 'pb#fuji', sk: blockDigits(block) }));
  if (!old || !added) throw new Error('a key is missing');
  await plain.write([cursor, old].map((put) => ({ put })));
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let early: Promise<unknown> | undefined;
  const get: Table['get'] = async (at, consistent) => {
    const item = await plain.get(at, consistent);
    if (at.sk === cursor.sk && early && !consistent) await released;
    if (at.sk === added.sk && at.pk === added.pk && !early) {
      // Another request reads the cursor, and then the copies change places.
      now = 5_001;
      early = Promise.resolve();
      early = table.get(old);
      await plain.write([
        { put: { ...added, pk: 'pb#fuji.2', x: 'new' } },
        { put: { ...cursor, [SECOND_COPY]: secondCopyText(WHOLE_NETWORK) } },
      ]);
    }
    return item;
  };
  const slow = { ...plain, get };
  const table = withCopies(
    slow,
    createKnownCopies(slow, () => now),
  );
  await table.get(old);
  expect(await table.get(added, true)).toEqual({ ...added, x: 'new' });
  release();
  await early;
});
