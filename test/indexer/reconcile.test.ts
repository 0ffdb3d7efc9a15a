import { cursorKey } from '../../lambdas/adapters/dynamo/chain/cursor-item';
import { holdingItem } from '../../lambdas/adapters/dynamo/tokens/holding-item';
import { readToken, tokenKey } from '../../lambdas/adapters/dynamo/tokens/token-item';
import { NodeRefused } from '../../lambdas/adapters/node/errors';
import type { Call, Outcome } from '../../lambdas/adapters/node/rpc';
import { derive } from '../../lambdas/domain/evm/derive';
import { itemsOf } from '../../lambdas/indexer/evm/projections/facts';
import { reconcile } from '../../lambdas/indexer/reconcile';
import { aChain, address, aRawBlock } from '../support/make/blocks';
import { aTransfer } from '../support/make/logs';
import { memoryTable } from '../support/tables/memory';

const CHAIN = '31337';
const NUMBERS = [2_001, 2_002];
const TOKENS = NUMBERS.map(address);

/** Five blocks in which each token moved from 1 to 2; the rows say that each has 50 of each. */
async function indexedTable() {
  const { table } = memoryTable();
  for (let number = 1; number <= 5; number++) {
    const logs = NUMBERS.map((token) => aTransfer({ kind: 'erc20', token, from: 1, to: 2, value: 5n }));
    const derived = derive(aRawBlock(number, [{ from: 1, to: 3, logs }]), 0);
    await table.write(itemsOf(derived, aChain()).map((put) => ({ put })));
  }
  for (const token of TOKENS)
    for (const holder of [address(1), address(2)])
      await table.write([{ put: holdingItem(CHAIN, { kind: 'erc20', token, holder }, { value: 50n, at: 5 }, 0) }]);
  await table.write([{ put: { ...cursorKey(CHAIN), n: 5, s: 1, e: 0 } }]);
  return table;
}

/** A node at which everyone has so much of a token. */
const nodeWith =
  (amounts: Record<string, bigint>) =>
  async (calls: readonly Call[]): Promise<Outcome[]> =>
    calls.map(([method, to]) =>
      method === 'eth_getBalance'
        ? { result: '0x0' }
        : { result: `0x${(amounts[(to as { to: string }).to] ?? 0n).toString(16).padStart(64, '0')}` },
    );

describe('reconciliation', () => {
  test('finds nothing when the node and the rows agree', async () => {
    const table = await indexedTable();
    const [one = '', two = ''] = TOKENS;
    const found = await reconcile(table, CHAIN, nodeWith({ [one]: 50n, [two]: 50n }), 100);
    expect(found).toEqual({ block: 5, sampled: 4, drifts: [] });
    expect(await table.get(tokenKey(CHAIN, one))).toBeUndefined();
  });
  test('reports every difference, and marks only the token that drifts', async () => {
    const table = await indexedTable();
    const [one = '', two = ''] = TOKENS;
    const { sampled, drifts } = await reconcile(table, CHAIN, nodeWith({ [one]: 50n, [two]: 75n }), 100);
    expect(sampled).toBe(4);
    expect(drifts.map(({ holding, stored, node }) => [holding.token, stored, node])).toEqual([
      [two, 50n, 75n],
      [two, 50n, 75n],
    ]);
    expect(await table.get(tokenKey(CHAIN, one))).toBeUndefined();
    expect(readToken((await table.get(tokenKey(CHAIN, two))) ?? {}).live).toBe(true);
  });
  test('compares no more rows than requested, and skips rows that were read after the indexed block', async () => {
    const table = await indexedTable();
    const [one = ''] = TOKENS;
    await table.update(cursorKey(CHAIN), { set: { n: 4 } });
    const found = await reconcile(table, CHAIN, nodeWith({ [one]: 1n }), 100);
    expect(found).toEqual({ block: 4, sampled: 0, drifts: [] });
    await table.update(cursorKey(CHAIN), { set: { n: 5 } });
    expect((await reconcile(table, CHAIN, nodeWith({}), 1)).sampled).toBe(1);
  });
  test('reads each block of a short chain once, whatever the sample size', async () => {
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
  test('reports an error when the chain has no index or the node has no state', async () => {
    await expect(reconcile(memoryTable().table, CHAIN, nodeWith({}), 10)).rejects.toThrow('is not indexed yet');
    const pruned = async (calls: readonly Call[]) =>
      calls.map(() => ({ error: new NodeRefused(-32000, 'no', 'state gone') }));
    await expect(reconcile(await indexedTable(), CHAIN, pruned, 10)).rejects.toThrow('keeps no state of block 5');
  });
});
