import { handler } from '../../../../lambdas/pchain/api/rewards/list-pending-primary-network-rewards';
import { toNodeId } from '../../../../lambdas/pchain/domain/node-id';
import type { StakeOf } from '../../../../lambdas/pchain/domain/stakes';
import { delegatorItem, stakeOfItem, validatorItem } from '../../../../lambdas/pchain/rows/stake-items';
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
  isRewardOf,
  SHARING,
  STAKE_STAGES,
  STRANGE_NODE,
} from '../../../support/endpoints/stakes';
import { some } from '../../../support/full';
import { everybodyIn } from '../../../support/pchain/expected/everybody';
import { getNetwork } from '../../../support/pchain/expected/network';
import { type ExpectedPendingReward, expectedPendingRewards } from '../../../support/pchain/expected/pending-rewards';
import { primaryStakes } from '../../../support/pchain/expected/primary-stakes';
import { NETWORK } from '../../../support/pchain/indexed';
import { RECORDINGS, RecordedNetwork } from '../../../support/pchain/recorded';
import { primaryDeps, primaryWorld, withNetwork } from '../../../support/pchain/world';

type Query = Record<string, string | string[]>;
type Row = Omit<ExpectedPendingReward, 'progress'> & { progress: unknown };
const reading = (deps: AllDeps) => (query: Query) => toRows<Row>(handler, deps, ofNetwork(query), 'pendingRewards');
/** Progress is a fraction, so it is compared approximately. */
const rowsAt = (...of: Parameters<typeof expectedPendingRewards>): Row[] =>
  expectedPendingRewards(...of).map(({ progress, ...row }) => ({ ...row, progress: expect.closeTo(progress, 4) }));

describe.each(STAKE_STAGES)('listPendingPrimaryNetworkRewards: %s', (path, stages) => {
  const { recording } = new RecordedNetwork(path);
  const everybody = everybodyIn(recording);
  const [addresses, nodeIds] = [everybody.addresses.join(', '), everybody.nodes.join()];
  test('200: pending rewards after the last block are listed by address and node', async () => {
    const { deps, last } = await primaryWorld(path);
    await areRewardsOf(reading(deps), rowsAt(recording, last), everybody, ['1', '2', '100']);
  });
  test('200: pending rewards are listed correctly at earlier blocks', async () => {
    const seen = new Set<string>();
    await atEach(path, some(stages, 2), async (deps, height) => {
      const rows = rowsAt(recording, height);
      await areRewardsOf(reading(deps), rows, everybody, ['2']);
      for (const { rewardType } of rows) seen.add(rewardType);
    });
    expect([...seen].toSorted()).toEqual(['DELEGATOR', 'VALIDATOR', 'VALIDATOR_FEE']);
  });
  test('200: stakes above the cursor are not listed, and progress is measured at the cursor', () =>
    withNetwork(path, async (net) => {
      const counts = stages.map((height) => rowsAt(recording, height).length);
      const most = stages[counts.indexOf(Math.max(...counts))] ?? 0;
      await net.followTo(most);
      for (const at of stages.filter((height) => height <= most)) {
        const { deps } = await primaryDeps(net, at);
        const rows = rowsAt(recording, most, at);
        for (const query of [{ addresses }, { nodeIds }]) await isListOf(reading(deps), query, rows, { sizes: ['2'] });
      }
    }));
  test('200: new blocks between pages neither skip nor repeat rewards', async () => {
    const stakes = primaryStakes(getNetwork(recording));
    const from = stages.filter((height) => rowsAt(recording, height).length > 3);
    const [first = 0] = from;
    const made = stakes.flatMap(({ txId, tx }) => (Number(tx?.block.height ?? 0) <= first ? [txId] : []));
    const lists = [{ addresses }, { nodeIds }, { addresses, nodeIds }].map((query) => ({
      asked: ofNetwork(query),
      rowsAt: (height: number) => rowsAt(recording, height).filter(({ txHash }) => made.includes(txHash)),
      toKey: ({ txHash, rewardType }: Row) => 2 * made.indexOf(txHash) + (rewardType === 'VALIDATOR_FEE' ? 1 : 0),
    }));
    await areReadWhileItGrows(path, from, { handler, of: 'pendingRewards', lists });
  });
});

test('200: rewards shared by several addresses are listed once', () =>
  atEach(RECORDINGS[0], [203], async (deps, height, recording, table) => {
    const delegation = rowsAt(recording, height).find(({ rewardType }) => rewardType === 'DELEGATOR');
    const nodeId = String(toNodeId(String(delegation?.nodeId)));
    const places = getNetwork(recording).txs.flatMap(({ id, block, index }) => {
      const isOfNode = rowsAt(recording, height).some((row) => row.txHash === id && row.nodeId === delegation?.nodeId);
      return isOfNode ? [{ nodeId, created: { block: Number(block.height), tx: index } }] : [];
    });
    const [[validator], [delegator]] = [
      await deps.PValidator.byPlaces(NETWORK, places),
      await deps.PDelegator.byPlaces(NETWORK, places),
    ];
    if (!validator || !delegator) throw new Error('the node has no validator, or no delegator');
    const [a, b, c] = SHARING.map(({ digits }) => digits) as [string, string, string];
    const owners = { rewardAddresses: [a, b], delegationRewardAddresses: [b, c] };
    const of = ({ txId, created }: Pick<typeof validator, 'txId' | 'created'>, kind: StakeOf['kind']) =>
      ({ txId, created, nodeId, kind, current: true }) as const;
    const [one, other] = [of(validator, 'validator'), of(delegator, 'delegator')];
    await table.write(
      [
        validatorItem(NETWORK, { ...validator, ...owners }),
        delegatorItem(NETWORK, { ...delegator, rewardAddresses: [a, c] }),
        ...[a, b].map((address) => stakeOfItem(NETWORK, { ...one, of: { address }, reward: 'validation' })),
        ...[b, c].map((address) => stakeOfItem(NETWORK, { ...one, of: { address }, reward: 'delegation fee' })),
        ...[a, c].map((address) => stakeOfItem(NETWORK, { ...other, of: { address }, reward: 'delegation' })),
      ].map((put) => ({ put })),
    );
    const [textA, textB, textC] = SHARING.map(({ text }) => text) as [string, string, string];
    const shared = { VALIDATOR: [textA, textB], VALIDATOR_FEE: [textB, textC], DELEGATOR: [textA, textC] };
    const rows = rowsAt(recording, height)
      .filter((row) => row.nodeId === delegation?.nodeId)
      .map((row) => ({ ...row, addresses: shared[row.rewardType] }));
    expect(rows).toHaveLength(3);
    const subsets = [[textA], [textB], [textC], [textA, textB], [textB, textC], [textC, textA], [textC, textB, textA]];
    for (const addresses of subsets)
      for (const nodeIds of [undefined, String(delegation?.nodeId)]) {
        const query = { addresses: addresses.join(), ...(nodeIds && { nodeIds }) };
        await isListOf(reading(deps), query, rows.filter(isRewardOf(addresses)), {
          sizes: [...some(['1', '2', '3'], 2)],
        });
      }
    await isListOf(reading(deps), { nodeIds: String(delegation?.nodeId) }, rows);
  }));

test('200: stakes that ended after their list was read are not listed', () =>
  atEach(RECORDINGS[0], [203], async (deps, height, recording, table) => {
    const nodeIds = String(rowsAt(recording, height).find(({ rewardType }) => rewardType === 'DELEGATOR')?.nodeId);
    const lists = [deps.PStakeOf.current(NETWORK, { node: String(toNodeId(nodeIds)) }, { from: 0, to: height })];
    const { values } = await deps.page(lists, { size: 10, ascending: true });
    const of = (wanted: string) => values.filter(({ kind }) => kind === wanted).slice(0, 1);
    const [[validator], [delegator]] = [
      await deps.PValidator.byPlaces(NETWORK, of('validator')),
      await deps.PDelegator.byPlaces(NETWORK, of('delegator')),
    ];
    if (!validator || !delegator) throw new Error('the node has no validator, or no delegator');
    const by = { by: delegator.txId, time: 5 };
    const ended = { ...validator, ended: { ...by, validationReward: 7n, delegationReward: 7n } };
    const paid = { ...delegator, ended: { ...by, rewarded: true, reward: 7n } };
    await table.write([
      { put: validatorItem(NETWORK, { ...ended, status: 'completed' }) },
      { put: delegatorItem(NETWORK, { ...paid, status: 'completed' }) },
    ]);
    await isListOf(reading(deps), { nodeIds }, []);
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
