import { handler as byHash } from '../../../../lambdas/pchain/api/transactions/get-tx-by-hash';
import { handler as staking } from '../../../../lambdas/pchain/api/transactions/list-active-primary-network-staking-transactions';
import { handler as list } from '../../../../lambdas/pchain/api/transactions/list-latest-primary-network-transactions';
import { call, type Handler } from '../../../support/endpoints/call';
import type { AllDeps } from '../../../support/endpoints/deps';
import { ofPChain, toRows } from '../../../support/endpoints/primary-network';
import { RECORDINGS } from '../../../support/pchain/recorded';
import { networkAt, primaryDeps } from '../../../support/pchain/world';

const ADDED = ['AddAutoRenewedValidatorTx', 'SetAutoRenewedValidatorConfigTx', 'RewardAutoRenewedValidatorTx'];
type Shown = { txHash: string; txType: string; period?: number };
const listed = (deps: AllDeps, query: Record<string, string | string[]> = {}, handler: Handler<AllDeps> = list) =>
  toRows<Shown>(handler, deps, ofPChain({ pageSize: '100', ...query }), 'transactions');

async function versions(height?: number) {
  const net = await networkAt(RECORDINGS[0], height);
  const [older, newer] = [await primaryDeps(net, undefined, '2026-05'), await primaryDeps(net, undefined, '2026-09')];
  return { older: older.deps, newer: newer.deps };
}

test('transactions of ACP-236 have their names in 2026-09 and are UNKNOWN in 2026-05, with equal fields', async () => {
  // Only height 203 has an active auto-renewed stake.
  for (const [handler, height] of [[list], [staking, 203]] as const) {
    const { older, newer } = await versions(height);
    const [before, now] = [await listed(older, {}, handler), await listed(newer, {}, handler)];
    const isAdded = ({ txType }: Shown) => ADDED.includes(txType);
    expect(now.filter(isAdded).length).toBeGreaterThan(0);
    expect(before).toEqual(now.map((tx) => (isAdded(tx) ? { ...tx, txType: 'UNKNOWN' } : tx)));
    for (const { txHash, txType } of before) {
      const { body } = await call(byHash, older, ofPChain({}, { txHash }));
      expect(body.txType).toBe(txType);
    }
  }
  const { newer } = await versions();
  expect((await listed(newer)).map(({ txType }) => txType)).toEqual(expect.arrayContaining(ADDED));
});
test.each(ADDED)(
  'txTypes=%s finds the same transactions in both versions, alone and among other types',
  async (txType) => {
    const { older, newer } = await versions();
    const wanted = (await listed(newer)).filter((tx) => tx.txType === txType).map(({ txHash }) => txHash);
    expect(wanted.length).toBeGreaterThan(0);
    // With this many types the list is filtered instead of merged.
    const many = [
      txType,
      'CreateChainTx',
      'TransformSubnetTx',
      'AdvanceTimeTx',
      'AddSubnetValidatorTx',
      'AddDelegatorTx',
    ];
    for (const deps of [older, newer]) {
      expect((await listed(deps, { txTypes: txType })).map(({ txHash }) => txHash)).toEqual(wanted);
      const found = (await listed(deps, { txTypes: many })).map(({ txHash }) => txHash);
      expect(found.filter((txHash) => wanted.includes(txHash))).toEqual(wanted);
    }
  },
);
test('txTypes=UNKNOWN finds the transactions that are UNKNOWN in each version', async () => {
  const { older, newer } = await versions();
  const added = (await listed(newer)).filter(({ txType }) => ADDED.includes(txType)).map(({ txHash }) => txHash);
  expect((await listed(older, { txTypes: 'UNKNOWN' })).map(({ txHash }) => txHash)).toEqual(added);
  expect(await listed(newer, { txTypes: 'UNKNOWN' })).toEqual([]);
});
