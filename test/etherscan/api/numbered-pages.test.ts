import * as fc from 'fast-check';
import { depsWith } from '../../support/endpoints/deps';
import { ask, type Row, rowsOf } from '../../support/endpoints/etherscan';
import { runs } from '../../support/full';
import { address, aRawBlock } from '../../support/make/blocks';
import { type Traced, tracedWorld } from '../../support/make/internal-transactions';
import { isParty, PEOPLE, TOKENS, transactionsIn, transfersIn } from '../../support/make/token-world';
import { memoryTable } from '../../support/tables/memory';

const BLOCKS = 24;
const ERC_TYPE = { tokentx: 'ERC-20', tokennfttx: 'ERC-721', token1155tx: 'ERC-1155' } as const;
const TOKEN = { tokentx: TOKENS.erc20, tokennfttx: TOKENS.erc721, token1155tx: TOKENS.erc1155 } as const;

interface ListCase {
  readonly query: string;
  /** Every row of these blocks, oldest first. */
  readonly truth: (blocks: readonly Traced[]) => readonly string[];
  readonly name: (row: Row) => string;
}

const who = fc.constantFrom(...PEOPLE).map(address);
const native: fc.Arbitrary<ListCase> = who.map((me) => ({
  query: `action=txlist&address=${me}`,
  truth: (blocks) => transactionsIn(blocks, me).flatMap(({ row }) => (row.isNative ? [row.place] : [])),
  name: ({ blockNumber, transactionIndex }) => `${blockNumber}/${transactionIndex}`,
}));
const transfers: fc.Arbitrary<ListCase> = fc
  .record({
    action: fc.constantFrom('tokentx', 'tokennfttx', 'token1155tx'),
    me: fc.option(who, { nil: undefined }),
    isOfToken: fc.boolean(),
  })
  .map(({ action, me, isOfToken }) => {
    const token = me === undefined || isOfToken ? address(TOKEN[action]) : undefined;
    const text = (hash: string, from: string, to: string, id = '', value = '') => [hash, from, to, id, value].join(' ');
    return {
      query: `action=${action}${me ? `&address=${me}` : ''}${token ? `&contractaddress=${token}` : ''}`,
      truth: (blocks) =>
        transfersIn(
          blocks,
          (row) =>
            row.kind === ERC_TYPE[action] && (!me || isParty(me)(row)) && (!token || row.token.toLowerCase() === token),
        ).map(({ row }) => text(row.txHash, row.from, row.to, String(row.id ?? ''), String(row.value ?? ''))),
      name: ({ hash = '', from = '', to = '', tokenID, tokenValue, value }) =>
        text(hash, from, to, tokenID, tokenValue ?? value),
    };
  });
const ofInternal = (blocks: readonly Traced[], wanted: (from: string, to: string) => boolean) =>
  blocks.flatMap(({ block, internalTxs = [] }) =>
    internalTxs.flatMap(({ tx, from, to, value, created }) =>
      wanted(from, to) ? [[block.transactions[tx]?.hash, from, created ? '' : to, created ?? '', value].join(' ')] : [],
    ),
  );
const internals: fc.Arbitrary<ListCase> = fc.option(who, { nil: undefined }).map((me) => ({
  query: `action=txlistinternal${me ? `&address=${me}` : ''}`,
  truth: (blocks) => ofInternal(blocks, (from, to) => !me || from === me || to === me),
  name: ({ hash, from, to, contractAddress, value }) => [hash, from, to, contractAddress, value].join(' '),
}));

async function growing(seed: number) {
  const all = tracedWorld(seed, BLOCKS);
  const { table } = memoryTable();
  return async (count: number) => {
    const blocks = all.slice(0, count);
    const { deps } = await depsWith({ table, blocks: { 31337: blocks } });
    return { deps, blocks, table };
  };
}

describe('numbered pages', () => {
  test('a walk through the pages of a growing chain has each row once, whatever the list', async () => {
    let pages = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(native, transfers, internals),
        fc.record({ seed: fc.integer({ min: 1, max: 50 }), offset: fc.integer({ min: 1, max: 9 }) }),
        fc.constantFrom('asc', 'desc'),
        fc.integer({ min: 0, max: 2 }),
        async ({ query, truth, name }, { seed, offset }, sort, growth) => {
          const grow = await growing(seed);
          let size = 8;
          const first = await grow(size);
          const seen: string[] = [];
          for (let page = 1; ; page++) {
            const { deps } = await grow(size);
            const rows = await rowsOf(deps, `module=account&${query}&page=${page}&offset=${offset}&sort=${sort}`);
            seen.push(...rows.map(name));
            pages++;
            if (rows.length < offset) break;
            size = Math.min(BLOCKS, size + growth);
          }
          const last = await grow(size);
          // Newest first, later blocks are not part of the walk; oldest first, they are at its end.
          const expected = sort === 'desc' ? truth(first.blocks).toReversed() : truth(last.blocks);
          expect([query, sort, seen]).toEqual([query, sort, expected]);
        },
      ),
      runs(25),
    );
    expect(pages).toBeGreaterThan(60);
  });
  test('a walk within the first transactions read, newest first, does not shift with later blocks', async () => {
    const grow = await growing(2);
    const query = 'module=account&action=txlistinternal&offset=3&sort=desc';
    const shown = (rows: readonly Row[]) => rows.map(({ hash, from, value }) => [hash, from, value].join(' '));
    const alone = await grow(10);
    const whole = shown(await rowsOf(alone.deps, 'module=account&action=txlistinternal&offset=6&sort=desc'));
    const first = shown(await rowsOf(alone.deps, `${query}&page=1`));
    const second = shown(await rowsOf((await grow(BLOCKS)).deps, `${query}&page=2`));
    expect([...first, ...second]).toEqual(whole);
  });
  test('a new first page forgets the starts of the walk before', async () => {
    const grow = await growing(1);
    const query = `module=account&action=txlist&address=${address(PEOPLE[0])}&offset=2&sort=desc`;
    const early = await grow(10);
    for (const page of [1, 2]) await rowsOf(early.deps, `${query}&page=${page}`);
    const { deps, blocks } = await grow(BLOCKS);
    const places = async (page: number) =>
      (await rowsOf(deps, `${query}&page=${page}`)).map((row) => `${row.blockNumber}/${row.transactionIndex}`);
    const own = transactionsIn(blocks, address(PEOPLE[0])).flatMap(({ row }) => (row.isNative ? [row.place] : []));
    const expected = own.toReversed();
    expect([await places(1), await places(3)]).toEqual([expected.slice(0, 2), expected.slice(4, 6)]);
  });
  test('a form without a key keeps no place, as it comes from the service’s own address', async () => {
    const grow = await growing(1);
    const { deps, table } = await grow(10);
    Object.assign(table.meter, { writeUnits: 0 });
    const query = `module=account&action=txlist&address=${address(PEOPLE[0])}&offset=2&page=1`;
    expect(await rowsOf(deps, query, { httpMethod: 'POST' })).toHaveLength(2);
    expect(table.meter.writeUnits).toBe(0);
    await rowsOf(deps, query);
    expect(table.meter.writeUnits).toBe(1);
  });
  test('any page of a chain at rest is the same, read alone or in turn', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(native, transfers, internals),
        fc.record({ offset: fc.integer({ min: 1, max: 9 }), page: fc.integer({ min: 1, max: 12 }) }),
        fc.constantFrom('asc', 'desc'),
        fc.record({ from: fc.integer({ min: 0, max: 12 }), to: fc.integer({ min: 8, max: BLOCKS }) }),
        async ({ query, truth, name }, { offset, page }, sort, { from, to }) => {
          const { deps, blocks } = await (await growing(3))(BLOCKS);
          const asked = `module=account&${query}&page=${page}&offset=${offset}&sort=${sort}&startblock=${from}&endblock=${to}`;
          const within = blocks.filter(({ block }) => Number(block.number) >= from && Number(block.number) <= to);
          const all = sort === 'desc' ? truth(within).toReversed() : truth(within);
          const expected = all.slice((page - 1) * offset, page * offset);
          expect((await rowsOf(deps, asked)).map(name)).toEqual(expected);
        },
      ),
      runs(25),
    );
  });
  test('two callers walk through the same list, each with a first page of its own', async () => {
    const grow = await growing(1);
    const query = `module=account&action=txlist&address=${address(PEOPLE[0])}&offset=2&sort=desc`;
    const walk = async (deps: Awaited<ReturnType<typeof grow>>['deps'], page: number, sourceIp: string) =>
      rowsOf(deps, `${query}&page=${page}`, { sourceIp });
    const early = await grow(10);
    const expected = [...(await walk(early.deps, 1, '192.0.2.1')), ...(await walk(early.deps, 2, '192.0.2.2'))];
    const first = await walk(early.deps, 1, '192.0.2.1');
    const later = await grow(BLOCKS);
    await walk(later.deps, 1, '192.0.2.3');
    const second = await walk(later.deps, 2, '192.0.2.1');
    const shown = (rows: readonly Row[]) => rows.map(({ hash }) => hash);
    expect(shown([...first, ...second])).toEqual(shown(expected));
  });
  test('deep pages in turn cost as much as the first one', async () => {
    const many = Array.from({ length: 40 }, (_, i) =>
      aRawBlock(
        i,
        Array.from({ length: 25 }, () => ({ from: 1, to: 2 })),
      ),
    );
    const { deps, table } = await depsWith({ blocks: { 31337: many } });
    const costs: number[] = [];
    for (let page = 1; page <= 10; page++) {
      Object.assign(table.meter, { requests: 0, readUnits: 0, writeUnits: 0 });
      const rows = await rowsOf(deps, `module=account&action=txlist&address=${address(1)}&page=${page}&offset=100`);
      expect(rows).toHaveLength(100);
      costs.push(table.meter.readUnits);
    }
    // The position of a later page is a consistent read.
    expect(Math.max(...costs)).toBeLessThanOrEqual((costs[0] ?? 0) + 3);
    expect(await ask(deps, `module=account&action=txlist&address=${address(1)}&page=11&offset=100`)).toMatchObject({
      result: [],
    });
  });
});
