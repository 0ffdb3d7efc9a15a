import { handler } from '../../../../lambdas/pchain/api/network/list-delegators';
import { toNodeId } from '../../../../lambdas/pchain/domain/node-id';
import { delegatorItem, stakeOfItem } from '../../../../lambdas/pchain/rows/stake-items';
import type { AllDeps } from '../../../support/endpoints/deps';
import { STRANGER } from '../../../support/endpoints/p-chain-addresses';
import { ofNetwork, refusesOfNetwork, toRows } from '../../../support/endpoints/primary-network';
import { badQuery, PAGING } from '../../../support/endpoints/refusals';
import {
  areReadWhileItGrows,
  atEach,
  isListOf,
  SHARING,
  STAKE_STAGES,
  STRANGE_NODE,
} from '../../../support/endpoints/stakes';
import { some } from '../../../support/full';
import { expectedDelegators, type ExpectedDelegator as Row } from '../../../support/pchain/expected/delegators';
import { everybodyIn } from '../../../support/pchain/expected/everybody';
import { NETWORK } from '../../../support/pchain/indexed';
import { RECORDINGS, RecordedNetwork } from '../../../support/pchain/recorded';
import { primaryWorld } from '../../../support/pchain/world';

type Query = Record<string, string | string[]>;
const STATUSES = ['active', 'completed', 'pending'];
const reading =
  (deps: AllDeps) =>
  (query: Query = {}) =>
    toRows<Row>(handler, deps, ofNetwork(query), 'delegators');

/** Compares the list under every filter with the expected rows. */
async function compare(
  deps: AllDeps,
  rows: readonly Row[],
  everybody: ReturnType<typeof everybodyIn>,
  sizes: string[],
) {
  const same = (query: Query, keep: (row: Row) => boolean) =>
    isListOf(reading(deps), query, rows.filter(keep), { sizes });
  const withStatuses = async (query: Query, keep: (row: Row) => boolean) => {
    await same(query, keep);
    for (const delegationStatus of STATUSES)
      await same({ ...query, delegationStatus }, (row) => keep(row) && row.delegationStatus === delegationStatus);
  };
  await withStatuses({}, () => true);
  for (const nodeIds of [...everybody.nodes, STRANGE_NODE])
    await withStatuses({ nodeIds }, ({ nodeId }) => nodeId === nodeIds);
  for (const one of [...everybody.addresses, STRANGER]) {
    const isTheirs = ({ rewardAddresses }: Row) => rewardAddresses.includes(one);
    if (!rows.some(isTheirs)) {
      await same({ rewardAddresses: one }, isTheirs);
      continue;
    }
    await withStatuses({ rewardAddresses: one }, isTheirs);
    for (const nodeIds of everybody.nodes)
      await same({ rewardAddresses: `P-${one}`, nodeIds }, (row) => isTheirs(row) && row.nodeId === nodeIds);
  }
}

describe.each(STAKE_STAGES)('listDelegators: %s', (path, stages) => {
  const { recording } = new RecordedNetwork(path);
  const everybody = everybodyIn(recording);
  const [addresses, nodes] = [everybody.addresses.join(', '), everybody.nodes.join(',')];
  test('200: delegators are listed and filtered by status, node and reward address', async () => {
    const { deps, last } = await primaryWorld(path);
    const rows = expectedDelegators(recording, last);
    await compare(deps, rows, everybody, ['1', '2', '100']);
    expect(rows.length).toBeGreaterThan(1);
  });
  test('200: delegators are right at earlier blocks', async () => {
    const seen = new Set<string>();
    await atEach(path, some(stages, 2), async (deps, height) => {
      const rows = expectedDelegators(recording, height);
      await compare(deps, rows, everybody, ['1']);
      for (const { delegationStatus } of rows) seen.add(delegationStatus);
    });
    // Since Durango stakes are never pending.
    const isOld = path === RECORDINGS[1];
    expect([...seen].toSorted()).toEqual(STATUSES.filter((status) => isOld || status !== 'pending'));
  });
  test('200: delegators are filtered by several nodes, addresses or parts of node IDs', async () => {
    const { deps, last } = await primaryWorld(path);
    const rows = expectedDelegators(recording, last);
    for (const query of [
      { nodeIds: nodes },
      { rewardAddresses: addresses },
      { nodeIds: nodes, rewardAddresses: addresses },
    ])
      await isListOf(reading(deps), query, rows);
    const [first = '', second = ''] = [...new Set(rows.map(({ nodeId }) => nodeId))];
    for (const parts of [[first.slice(9, 15)], [first.slice(-5), second], ['NodeID-'], ['0l']]) {
      const those = rows.filter(({ nodeId }) => parts.some((part) => nodeId.includes(part)));
      await isListOf(reading(deps), { nodeIds: parts.join() }, those);
      await isListOf(reading(deps), { nodeIds: parts.join(), rewardAddresses: addresses }, those);
    }
    expect(second).not.toBe('');
  });
  test('200: new blocks between pages neither skip nor repeat delegators', async () => {
    const from = stages.filter((height) => expectedDelegators(recording, height).length > 1);
    const made = expectedDelegators(recording, from[0] ?? 0).map(({ txHash }) => txHash);
    const queries: Query[] = [
      ...[{}, { nodeIds: everybody.nodes.slice(0, 4).join() }, { nodeIds: 'NodeID' }, { rewardAddresses: addresses }],
      ...[{ delegationStatus: 'active' }, { rewardAddresses: addresses, delegationStatus: 'active' }],
    ];
    const lists = queries.map((query) => ({
      asked: ofNetwork(query),
      rowsAt: (height: number) =>
        expectedDelegators(recording, height).filter(
          ({ txHash, nodeId, delegationStatus: status }) =>
            made.includes(txHash) &&
            String(query.nodeIds ?? '')
              .split(',')
              .some((part) => nodeId.includes(part)) &&
            (query.delegationStatus ?? status) === status,
        ),
      toKey: ({ txHash }: Row) => made.indexOf(txHash),
    }));
    await areReadWhileItGrows(path, from, { handler, of: 'delegators', lists });
  });
  test('200: delegators above the cursor are not listed', async () => {
    for (const at of some(stages, 3)) {
      const { deps } = await primaryWorld(path, at);
      const there = expectedDelegators(recording, at).map(({ txHash }) => txHash);
      for (const query of [{}, { rewardAddresses: addresses }, { nodeIds: nodes }]) {
        const found = await reading(deps)({ ...query, sortOrder: 'asc' });
        expect(found.map(({ txHash }) => txHash)).toEqual(there);
      }
    }
  });
});

test('200: a delegator with several reward addresses is listed once for all of them', () =>
  atEach(RECORDINGS[0], [203], async (deps, height, recording, table) => {
    const row = expectedDelegators(recording, height).find(({ delegationStatus }) => delegationStatus === 'active');
    const nodeId = String(toNodeId(String(row?.nodeId)));
    const [delegator] = await deps.PDelegator.byPlaces(NETWORK, [{ nodeId, created: { block: height, tx: 0 } }]);
    if (!row || !delegator) throw new Error('nobody delegates there');
    const rewardAddresses = SHARING.map(({ digits }) => digits);
    const { txId, created } = delegator;
    const stake = { txId, created, nodeId, kind: 'delegator', reward: 'delegation', current: true } as const;
    await table.write([
      { put: delegatorItem(NETWORK, { ...delegator, rewardAddresses }) },
      ...rewardAddresses.map((address) => ({ put: stakeOfItem(NETWORK, { ...stake, of: { address } }) })),
    ]);
    const texts = SHARING.map(({ text }) => text);
    const expected = { ...row, rewardAddresses: texts };
    for (const asked of [texts, texts.slice(1), texts.slice(2)])
      await isListOf(reading(deps), { rewardAddresses: asked.join() }, [expected]);
  }));

const FOREIGN = 'avax1h2ccj9f5ay5acl6tyn9mwmw32p8wref8vl8ctg';
refusesOfNetwork(handler, ofNetwork({ pageSize: '2' }), [
  ...PAGING,
  badQuery(
    'rewardAddresses',
    FOREIGN,
    `${FOREIGN} belongs to another network: addresses of this one start with custom1`,
  ),
  badQuery(
    'rewardAddresses',
    `${FOREIGN.slice(0, -1)}q`,
    `${FOREIGN.slice(0, -1)}q is not a valid address (bad checksum or length)`,
  ),
  [
    'an Ethereum address',
    { query: { rewardAddresses: '0x12' } },
    'rewardAddresses.0: must be a P-Chain address in bech32, with or without P-',
  ],
  ['a malformed part of a node ID', { query: { nodeIds: 'a b' } }, 'nodeIds.0: must be a node ID or a part of one'],
  badQuery('delegationStatus', 'removed', 'must be completed, active or pending'),
  badQuery('sortOrder', 'up', 'must be asc or desc'),
]);
