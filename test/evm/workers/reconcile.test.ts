import { cursorKey } from '../../../lambdas/chain/rows/cursor-item';
import { NodeRefused } from '../../../lambdas/core/node/errors';
import type { Call, Outcome } from '../../../lambdas/core/node/rpc';
import { hexToBytes } from '../../../lambdas/core/table/hex';
import type { Table } from '../../../lambdas/core/table/table';
import { derive } from '../../../lambdas/evm/domain/derive';
import { toItems } from '../../../lambdas/evm/indexer/projections/facts';
import { holdingItem } from '../../../lambdas/evm/tokens/rows/holding-item';
import { readToken, tokenKey } from '../../../lambdas/evm/tokens/rows/token-item';
import { reconcile } from '../../../lambdas/evm/workers/reconcile';
import { aChain, address, aRawBlock, hash } from '../../support/make/blocks';
import { aTransfer } from '../../support/make/logs';
import { memoryTable } from '../../support/tables/memory';

const CHAIN = '31337';
const NUMBERS = [2_001, 2_002];
const TOKENS = NUMBERS.map(address);

/** Five blocks that move each token from 1 to 2. The rows hold 50 of each token for both. */
async function indexedTable() {
  const { table } = memoryTable();
  for (let number = 1; number <= 5; number++) {
    const logs = NUMBERS.map((token) => aTransfer({ kind: 'erc20', token, from: 1, to: 2, value: 5n }));
    const derived = derive(aRawBlock(number, [{ from: 1, to: 3, logs }]), 0);
    await table.write(toItems(derived, aChain()).map((put) => ({ put })));
  }
  for (const token of TOKENS)
    for (const holder of [address(1), address(2)])
      await table.write([{ put: holdingItem(CHAIN, { kind: 'erc20', token, holder }, { value: 50n, at: 5 }, 0) }]);
  await indexedUpTo(table, 5);
  return table;
}
/** The chain is indexed up to this block, and no rollback is pending. */
const indexedUpTo = (table: Table, number: number) =>
  table.write([{ put: { ...cursorKey(CHAIN), n: number, h: hexToBytes(hash(number)), s: 1, e: 0 } }]);
const DAY_SECONDS = 86_400;
const NOW = 1_700_000_000;
/** A run on a day. The default sample covers all holdings. */
const runOn = (day: number, table: Table, amounts: Record<string, bigint>, sample = 100) =>
  reconcile(table, CHAIN, nodeWith(amounts), sample, () => (NOW + day * DAY_SECONDS) * 1_000);
const isLiveOn = async (day: number, table: Table, token: string): Promise<boolean> =>
  readToken(
    (await table.get(tokenKey(CHAIN, token), true)) ?? tokenKey(CHAIN, token),
    (NOW + day * DAY_SECONDS) * 1_000,
  ).live;

/** A node at which every holder has this amount of a token. */
const nodeWith =
  (amounts: Record<string, bigint>) =>
  async (calls: readonly Call[]): Promise<Outcome[]> =>
    calls.map(([method, to]) =>
      method === 'eth_getBalance'
        ? { result: '0x0' }
        : { result: `0x${(amounts[(to as { to: string }).to] ?? 0n).toString(16).padStart(64, '0')}` },
    );

describe('reconciliation', () => {
  test('reconciliation finds no drift when the node and the rows agree', async () => {
    const table = await indexedTable();
    const [one = '', two = ''] = TOKENS;
    const found = await reconcile(table, CHAIN, nodeWith({ [one]: 50n, [two]: 50n }), 100);
    expect(found).toEqual({ block: 5, sampled: 4, drifts: [], confirmed: [] });
    expect(await table.get(tokenKey(CHAIN, one))).toBeUndefined();
  });
  test('every drift is reported, and a token that still drifts at a later block is marked', async () => {
    const table = await indexedTable();
    const [one = '', two = ''] = TOKENS;
    const reported = { [one]: 50n, [two]: 75n };
    const { sampled, drifts } = await runOn(0, table, reported);
    expect(sampled).toBe(4);
    expect(drifts.map(({ holding, stored, node }) => [holding.token, stored, node])).toEqual([
      [two, 50n, 75n],
      [two, 50n, 75n],
    ]);
    // Another run at the same block confirms nothing.
    expect((await runOn(0, table, reported)).confirmed).toEqual([]);
    expect(await isLiveOn(0, table, two)).toBe(false);
    await indexedUpTo(table, 6);
    expect((await runOn(0, table, reported, 0)).confirmed).toEqual([two]);
    expect(await isLiveOn(0, table, two)).toBe(true);
    expect(await table.get(tokenKey(CHAIN, one))).toBeUndefined();
  });
  test('a drift that is gone at a later block is forgotten', async () => {
    const table = await indexedTable();
    const [one = '', two = ''] = TOKENS;
    const agreed = { [one]: 50n, [two]: 50n };
    await runOn(0, table, { ...agreed, [two]: 75n });
    await indexedUpTo(table, 6);
    expect((await runOn(0, table, agreed)).drifts).toEqual([]);
    await indexedUpTo(table, 7);
    expect((await runOn(0, table, { ...agreed, [two]: 75n })).confirmed).toEqual([]);
    expect(await isLiveOn(0, table, two)).toBe(false);
  });
  test('state is read at the hash of the indexed block, and not at all while a rollback is pending', async () => {
    const table = await indexedTable();
    const tags = new Set<string>();
    const node = async (calls: readonly Call[]) => {
      for (const call of calls) tags.add(JSON.stringify(call[2]));
      return nodeWith({})(calls);
    };
    await reconcile(table, CHAIN, node, 100);
    expect([...tags]).toEqual([JSON.stringify({ blockHash: hash(5) })]);
    tags.clear();
    await table.update(cursorKey(CHAIN), { set: { p: 'r', pn: 5, ph: hexToBytes(hash(5)) } });
    expect(await reconcile(table, CHAIN, node, 100)).toEqual({ block: 4, sampled: 0, drifts: [], confirmed: [] });
    expect(tags.size).toBe(0);
  });
  test('a mark expires 30 days after the last confirmed drift, and marked tokens are part of each run', async () => {
    const table = await indexedTable();
    const [one = '', two = ''] = TOKENS;
    const drifting = { [one]: 50n, [two]: 75n };
    for (const [run, day] of [0, 0, 20, 20].entries()) {
      await indexedUpTo(table, 5 + run);
      // From the third run on, only marked tokens are read.
      await runOn(day, table, drifting, run < 2 ? 100 : 0);
    }
    expect(await isLiveOn(49, table, two)).toBe(true);
    expect(await isLiveOn(50, table, two)).toBe(false);
    await indexedUpTo(table, 9);
    const calm = { [one]: 50n, [two]: 50n };
    expect((await runOn(49, table, calm, 0)).sampled).toBe(2);
    await runOn(50, table, calm, 0);
    expect((await runOn(50, table, calm, 0)).sampled).toBe(0);
  });
  test('a mark without a time stays valid and gets a time at the next run', async () => {
    const table = await indexedTable();
    const [one = '', two = ''] = TOKENS;
    await table.update(tokenKey(CHAIN, two), { set: { lv: true } });
    expect(await isLiveOn(400, table, two)).toBe(true);
    await runOn(400, table, { [one]: 50n, [two]: 50n });
    expect(await isLiveOn(429, table, two)).toBe(true);
    expect(await isLiveOn(430, table, two)).toBe(false);
  });
  test('a run compares at most the requested rows and skips rows read after the indexed block', async () => {
    const table = await indexedTable();
    const [one = ''] = TOKENS;
    await indexedUpTo(table, 4);
    const found = await reconcile(table, CHAIN, nodeWith({ [one]: 1n }), 100);
    expect(found).toEqual({ block: 4, sampled: 0, drifts: [], confirmed: [] });
    await indexedUpTo(table, 5);
    expect((await reconcile(table, CHAIN, nodeWith({}), 1)).sampled).toBe(1);
  });
  test('a large sample of a short chain takes at most two queries per block', async () => {
    const table = await indexedTable();
    let queries = 0;
    const counting = {
      ...table,
      query: (...range: Parameters<typeof table.query>) => {
        queries++;
        return table.query(...range);
      },
    };
    await reconcile(counting, CHAIN, nodeWith({}), 200);
    expect(queries).toBeLessThanOrEqual(5 * 2);
  });
  test('reconciliation fails when the chain has no index or the node has no state', async () => {
    await expect(reconcile(memoryTable().table, CHAIN, nodeWith({}), 10)).rejects.toThrow('is not indexed yet');
    const pruned = async (calls: readonly Call[]) =>
      calls.map(() => ({ error: new NodeRefused(-32000, 'no', 'state gone') }));
    await expect(reconcile(await indexedTable(), CHAIN, pruned, 10)).rejects.toThrow('keeps no state of block 5');
  });
});
