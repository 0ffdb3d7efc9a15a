import { handler } from '../../../../lambdas/pchain/api/rewards/list-historical-primary-network-rewards';
import { toNodeId } from '../../../../lambdas/pchain/domain/node-id';
import { rewardItems } from '../../../../lambdas/pchain/rows/stake-items';
import { call } from '../../../support/endpoints/call';
import type { AllDeps } from '../../../support/endpoints/deps';
import { BAD_ADDRESSES } from '../../../support/endpoints/p-chain-addresses';
import { ofNetwork, refusesOfNetwork, toRows } from '../../../support/endpoints/primary-network';
import { badQuery, PAGING } from '../../../support/endpoints/refusals';
import {
  areReadWhileItGrows,
  areRewardsOf,
  atEach,
  badNodeIds,
  isListOf,
  SHARING,
  STAKE_STAGES,
  STRANGE_NODE,
} from '../../../support/endpoints/stakes';
import { some } from '../../../support/full';
import { everybodyIn } from '../../../support/pchain/expected/everybody';
import { expectedPaidRewards, type ExpectedPaidReward as Row } from '../../../support/pchain/expected/paid-rewards';
import { NETWORK } from '../../../support/pchain/indexed';
import { RECORDINGS, RecordedNetwork } from '../../../support/pchain/recorded';
import { primaryWorld } from '../../../support/pchain/world';

type Query = Record<string, string | string[]>;
const reading = (deps: AllDeps) => (query: Query) => toRows<Row>(handler, deps, ofNetwork(query), 'historicalRewards');

describe.each(STAKE_STAGES)('listHistoricalPrimaryNetworkRewards: %s', (path, stages) => {
  const { recording } = new RecordedNetwork(path);
  const everybody = everybodyIn(recording);
  const [addresses, nodeIds] = [everybody.addresses.join(', '), everybody.nodes.join()];
  test('200: paid rewards are listed by address and node, for each cycle of auto-renewed validators', async () => {
    const { deps, last } = await primaryWorld(path);
    const rows = expectedPaidRewards(recording, last);
    await areRewardsOf(reading(deps), rows, everybody, ['1', '2', '100']);
    expect(new Set(rows.map(({ rewardType }) => rewardType)).size).toBe(3);
    const payments = rows.filter(({ rewardType }) => rewardType === 'VALIDATOR').map(({ txHash }) => txHash);
    // Only one recording has auto-renewed validators.
    expect(payments.length > new Set(payments).size).toBe(path === RECORDINGS[0]);
  });
  test('200: rewards are listed correctly at earlier blocks', () =>
    atEach(path, some(stages, 3), (deps, height) =>
      areRewardsOf(reading(deps), expectedPaidRewards(recording, height), everybody, ['2']),
    ));
  test('200: rewards paid above the cursor are not listed', async () => {
    for (const at of some(stages, 2)) {
      const { deps } = await primaryWorld(path, at);
      const rows = expectedPaidRewards(recording, at);
      for (const query of [{ addresses }, { nodeIds }, { addresses, nodeIds }])
        await isListOf(reading(deps), query, rows, { sizes: ['2'] });
    }
  });
  test('200: rewards have no historical price in any currency', async () => {
    const { deps } = await primaryWorld(path);
    const bodies = [undefined, 'usd', 'eur'].map(async (currency) => {
      const { status, body } = await call(handler, deps, ofNetwork({ addresses, ...(currency && { currency }) }));
      return [status, { ...body, nextPageToken: undefined }];
    });
    const [plain, ...others] = await Promise.all(bodies);
    expect(others).toEqual([plain, plain]);
    expect(JSON.stringify(plain)).not.toContain('rice');
  });
  test('200: new blocks between pages neither skip nor repeat rewards', async () => {
    const from = stages.filter((height) => expectedPaidRewards(recording, height).length > 1);
    const there = expectedPaidRewards(recording, from[0] ?? 0);
    const lists = [{ addresses }, { nodeIds }, { addresses, nodeIds }].map((query) => ({
      ...{ asked: ofNetwork(query), rowsAt: () => there },
      toKey: ({ utxoId }: Row) => there.findIndex((row) => row.utxoId === utxoId),
    }));
    await areReadWhileItGrows(path, from, { handler, of: 'historicalRewards', lists });
  });
});

test('200: a reward with several owners is listed once for all of them', () =>
  atEach(RECORDINGS[0], [156], async (deps, height, recording, table) => {
    const row = expectedPaidRewards(recording, height).find(({ rewardType }) => rewardType === 'VALIDATOR_FEE');
    const nodeId = String(toNodeId(String(row?.nodeId)));
    const lists = [deps.PReward.ofNode(NETWORK, nodeId, { from: 0, to: height })];
    const { values } = await deps.page(lists, { size: 10, ascending: true });
    const paid = values.find(({ kind }) => kind === 'delegation fee');
    if (!row || !paid) throw new Error('nobody was paid a fee');
    const shared = { ...paid, owners: { ...paid.owners, addresses: SHARING.map(({ digits }) => digits) } };
    await table.write(rewardItems(NETWORK, shared).map((put) => ({ put })));
    const addresses = SHARING.map(({ text }) => text);
    for (const asked of [addresses, addresses.slice(1), addresses.slice(2)])
      for (const nodeIds of [undefined, row.nodeId])
        await isListOf(reading(deps), { addresses: asked.join(), ...(nodeIds && { nodeIds }) }, [
          { ...row, addresses },
        ]);
  }));

test('400: addresses or nodes are required', async () => {
  const { deps } = await primaryWorld(RECORDINGS[1]);
  const { status, body } = await call(handler, deps, ofNetwork({ pageSize: '5' }));
  expect([status, body.message]).toEqual([400, 'addresses: is required if nodeIds is missing']);
});

refusesOfNetwork(handler, ofNetwork({ nodeIds: STRANGE_NODE }), [
  ...PAGING,
  ...BAD_ADDRESSES,
  ...badNodeIds('nodeIds'),
  badQuery('sortOrder', 'up', 'must be asc or desc'),
]);
