import { carryChain } from '../../../lambdas/chain/restore/carry-chain';
import { recordKey } from '../../../lambdas/chain/rows/block-records';
import { CURSOR, cursorKey, readCursor, writePending } from '../../../lambdas/chain/rows/cursor-item';
import { createCursor } from '../../../lambdas/chain/rows/new-cursor';
import { hexToBytes } from '../../../lambdas/core/table/hex';
import type { Table } from '../../../lambdas/core/table/table';
import { toyBranch } from '../../support/follower/toy-branch';
import { toyIndexer } from '../../support/follower/toy-chain';
import { memoryTable } from '../../support/tables/memory';

const CHAIN = '31337';
const BRANCH = toyBranch([], 30);

async function chainAt(number: number, more: Record<string, unknown> = {}): Promise<Table> {
  const { table } = memoryTable();
  await createCursor(table, CHAIN, { start: 0 }, 1);
  const hash = hexToBytes(BRANCH[number]?.hash ?? '');
  const set = { [CURSOR.number]: number, [CURSOR.hash]: hash, [CURSOR.serial]: number + 1, [CURSOR.head]: number };
  await table.update(cursorKey(CHAIN), { set: { ...set, ...more } });
  const rows = BRANCH.slice(0, number + 1);
  await table.write(
    rows.map(({ number: n, hash: h }) => ({ put: { pk: 'toy#', sk: String(n).padStart(10, '0'), h } })),
  );
  return table;
}
const record = (block: number, more: Record<string, unknown>) => ({
  put: { ...recordKey(CHAIN, BRANCH[block]?.hash ?? ''), ...more } as { pk: string; sk: string },
});

async function carry(replaced: Table, restored: Table, finalityDepth = 4) {
  const reorgs = { finalityDepth, replaced: toyIndexer(replaced, 'any'), restored: toyIndexer(restored, 'any') };
  const carried = await carryChain({ replaced, restored }, CHAIN, reorgs);
  return { carried, cursor: readCursor((await restored.get(cursorKey(CHAIN), true)) ?? {}) };
}
const incarnation = async (table: Table, block: number) =>
  (await table.get(recordKey(CHAIN, BRANCH[block]?.hash ?? ''), true))?.i;

test('a restored chain numbers its events above all published ones, pending ones included', async () => {
  const pending = writePending({ kind: 'index', blocks: BRANCH.slice(21, 24) });
  const replaced = await chainAt(20, { ...pending, [CURSOR.serial]: 40 });
  const restored = await chainAt(10);
  expect((await carry(replaced, restored)).cursor.serial).toBe(43);
  expect((await carry(replaced, restored)).cursor.serial).toBe(43);
});

test('a restored chain indexes the published blocks that are not final once more', async () => {
  const { cursor } = await carry(await chainAt(20), await chainAt(10));
  expect(cursor.published?.map(({ number }) => number)).toEqual([17, 18, 19, 20]);
  expect(cursor.published?.at(-1)?.hash).toBe(BRANCH[20]?.hash);
  expect((await carry(await chainAt(20), await chainAt(18))).cursor.published?.map(({ number }) => number)).toEqual([
    19, 20,
  ]);
  expect((await carry(await chainAt(20), await chainAt(20))).cursor.published).toBeUndefined();
});

test('a restored chain leaves the blocks that were left since', async () => {
  const restored = await chainAt(20);
  const other = hexToBytes(`0x${'ab'.repeat(32)}`);
  await restored.write([{ put: { pk: 'toy#', sk: '0000000019', h: other } }]);
  const replaced = await chainAt(21);
  for (let n = 0; n < 2; n++) {
    const { cursor } = await carry(replaced, restored);
    expect(cursor.published?.map(({ number }) => number)).toEqual([19, 21]);
  }
});

test('a chain that nothing followed in the replaced table keeps its own branch', async () => {
  const restored = await chainAt(20);
  await restored.write([{ put: { pk: 'toy#', sk: '0000000019', h: hexToBytes(`0x${'ab'.repeat(32)}`) } }]);
  const { cursor } = await carry(await chainAt(19, { [CURSOR.serial]: 21 }), restored);
  expect([cursor.number, cursor.serial, cursor.published]).toEqual([20, 21, undefined]);
});

test('a block that will be indexed again gets the incarnation that it had, however often this is prepared', async () => {
  const replaced = await chainAt(20);
  await replaced.write([
    record(15, { i: 3, e: 4, q: 30 }),
    record(16, { i: 1, e: 0, q: 17 }),
    record(11, { i: 2, e: 1, q: 22 }),
  ]);
  const restored = await chainAt(10, writePending({ kind: 'index', blocks: BRANCH.slice(11, 12) }));
  await restored.write([record(11, { i: 1, e: 0, q: 12 }), record(16, { i: 1, e: 0, q: 9 })]);
  for (let n = 0; n < 2; n++) {
    await carry(replaced, restored);
    expect(await Promise.all([15, 16, 11].map((block) => incarnation(restored, block)))).toEqual([2, undefined, 1]);
  }
});

test('a chain that one of the tables does not have is not carried over', async () => {
  const { table } = memoryTable();
  const tables = [
    [await chainAt(3), table],
    [table, await chainAt(3)],
  ] as const;
  for (const [replaced, restored] of tables)
    expect(await carryChain({ replaced, restored }, CHAIN, undefined)).toBeUndefined();
});

test('a chain that never reorganises only continues its serials', async () => {
  const [replaced, restored] = [await chainAt(20), await chainAt(10)];
  const carried = await carryChain({ replaced, restored }, CHAIN, undefined);
  expect(carried?.indexed.size).toBe(0);
  const cursor = readCursor((await restored.get(cursorKey(CHAIN), true)) ?? {});
  expect([cursor.serial, cursor.published]).toEqual([21, undefined]);
});
