import { handler as getTx } from '../../../../lambdas/pchain/api/transactions/get-tx-by-hash';
import { handler } from '../../../../lambdas/pchain/api/transactions/list-latest-primary-network-transactions';
import type { PChainTransaction } from '../../../../lambdas/pchain/contract/schemas/transactions';
import { call } from '../../../support/endpoints/call';
import { ofPChain, toRows } from '../../../support/endpoints/primary-network';
import { readPages } from '../../../support/endpoints/transactions';
import { everybodyIn } from '../../../support/pchain/expected/everybody';
import { RECORDINGS } from '../../../support/pchain/recorded';
import { primaryDeps, primaryWorld, withNetwork } from '../../../support/pchain/world';

const [PATH] = RECORDINGS;

test('a page reads the spenders and rewards of all its outputs in one batch', async () => {
  const { deps, table, recording } = await primaryWorld(PATH);
  const addresses = everybodyIn(recording).addresses.slice(0, 1).join();
  const getRequests = async (query: Record<string, string>) => {
    const before = { ...table.meter };
    const { status } = await call(handler, deps, ofPChain(query));
    expect(status).toBe(200);
    return { requests: table.meter.requests - before.requests, units: table.meter.readUnits - before.readUnits };
  };
  await getRequests({});
  // The list and the outputs. For the address also its transactions and an auto-renewed stake.
  const whole = await getRequests({ pageSize: '10' });
  const own = await getRequests({ pageSize: '10', addresses });
  expect([whole.requests, own.requests]).toEqual([2, 4]);
  expect(Math.max(whole.units, own.units)).toBeLessThan(40);
});

test('a reward and a spender are shown only from their block on', () =>
  withNetwork(PATH, async (net) => {
    await net.followTo(net.recorded.last);
    const { deps } = await primaryDeps(net);
    const all = await toRows<PChainTransaction>(handler, deps, ofPChain({ pageSize: '100' }), 'transactions');
    const isStaking = ({ txType }: PChainTransaction) => /^AddPermissionless/.test(txType);
    const staking = all.filter(isStaking).find(({ emittedUtxos }) => emittedUtxos.some(({ rewardType }) => rewardType));
    const reward = staking?.emittedUtxos.find(({ rewardType }) => rewardType);
    const spent = all.flatMap(({ emittedUtxos }) => emittedUtxos).find(({ consumingTxHash }) => consumingTxHash);
    const at = async (height: number, txHash: string) => {
      const before = await primaryDeps(net, height);
      return (await call(getTx, before.deps, ofPChain({}, { txHash }))).body as unknown as PChainTransaction;
    };
    const rewardsAt = async (height: number) =>
      (await at(height, String(staking?.txHash))).emittedUtxos.filter(({ rewardType }) => rewardType).length;
    const made = Number(reward?.blockNumber);
    expect([await rewardsAt(made - 1), (await rewardsAt(made)) > 0]).toEqual([0, true]);
    const spenderAt = async (height: number) =>
      (await at(height, String(spent?.txHash))).emittedUtxos.find(({ utxoId }) => utxoId === spent?.utxoId)
        ?.consumingTxHash;
    const by = Number(spent?.consumingBlockNumber);
    expect([await spenderAt(by - 1), await spenderAt(by)]).toEqual([undefined, spent?.consumingTxHash]);
  }));

test.each(['asc', 'desc'])(
  'a page with outputs beyond the read budget ends early, and the next page continues (%s)',
  async (sortOrder) => {
    const { deps, recording } = await primaryWorld(PATH);
    const addresses = everybodyIn(recording).addresses.join();
    for (const query of [{ sortOrder }, { sortOrder, addresses }]) {
      const asked = ofPChain({ ...query, pageSize: '100' });
      const all = await toRows(handler, deps, asked, 'transactions');
      // The budget left covers outputs of a few transactions.
      const poor = { ...deps, readBudget: { ...deps.readBudget, left: 128 + 5, during: deps.readBudget.during } };
      const pages = await readPages(handler, poor, asked);
      const sizes = pages.map(({ transactions }) => (transactions as unknown[]).length);
      expect(Math.max(...sizes)).toBeLessThan(15);
      expect(Math.min(...sizes)).toBeGreaterThan(0);
      expect(pages.flatMap(({ transactions }) => transactions)).toEqual(all);
    }
  },
);
