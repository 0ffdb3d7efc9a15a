import { handler } from '../../../../lambdas/pchain/api/network/list-auto-renewed-validator-cycles';
import { call } from '../../../support/endpoints/call';
import type { AllDeps } from '../../../support/endpoints/deps';
import { badIds, NOTHING, ofNetwork, refusesOfNetwork, toRows } from '../../../support/endpoints/primary-network';
import { badQuery, PAGING } from '../../../support/endpoints/refusals';
import { STRANGE_NODE } from '../../../support/endpoints/stakes';
import { readPages } from '../../../support/endpoints/transactions';
import { type ExpectedCycle, expectedCurrentCycle, expectedCycles } from '../../../support/pchain/expected/cycles';
import { RECORDINGS } from '../../../support/pchain/recorded';
import { primaryDeps, primaryWorld, withNetwork } from '../../../support/pchain/world';

const PATH = RECORDINGS[0];
const getCycles = (deps: AllDeps, nodeId: string, query: Record<string, string> = {}) =>
  toRows<ExpectedCycle>(handler, deps, ofNetwork(query, { nodeId }), 'cycles');
/** Cycles by node, oldest first. */
function byNode(all: ReturnType<typeof expectedCycles>): Map<string, ExpectedCycle[]> {
  const found = new Map<string, ExpectedCycle[]>();
  for (const { nodeId, ...cycle } of all) found.set(nodeId, [...(found.get(nodeId) ?? []), cycle]);
  return found;
}

test('200: pages of any size list the cycles of each node in both orders', async () => {
  const { deps, recording, last } = await primaryWorld(PATH);
  const nodes = byNode(expectedCycles(recording, last));
  for (const [nodeId, cycles] of nodes)
    for (const pageSize of ['1', '2', '100']) {
      expect(await getCycles(deps, nodeId, { pageSize, sortOrder: 'asc' })).toEqual(cycles);
      expect(await getCycles(deps, nodeId, { pageSize })).toEqual(cycles.toReversed());
    }
  const all = [...nodes.values()].flat();
  expect([...new Set(all.map(({ outcome }) => outcome))].toSorted()).toEqual(['aborted', 'exited', 'renewed']);
  expect(all.some(({ delegatorCount }) => delegatorCount > 0)).toBe(true);
  expect(all.some(({ compoundedDelegateeReward }) => compoundedDelegateeReward !== '0')).toBe(true);
});
test('200: the current cycle is right at every change and only on the first page', () =>
  withNetwork(PATH, async (net) => {
    const { recording, heights } = net.recorded;
    const states = new Set<string>();
    let before = '';
    for (const at of heights) {
      const nodes = [...byNode(expectedCycles(recording, net.recorded.last)).keys()];
      const expected = nodes.map((nodeId) => expectedCurrentCycle(recording, nodeId, at));
      const changed = JSON.stringify(expected) !== before;
      before = JSON.stringify(expected);
      if (!changed) continue;
      await net.followTo(at);
      const { deps } = await primaryDeps(net);
      for (const [i, nodeId] of nodes.entries()) {
        const pages = await readPages(handler, deps, ofNetwork({ pageSize: '1' }, { nodeId }));
        const current = pages.map(({ currentCycle }) => currentCycle);
        expect([at, nodeId, current]).toEqual([at, nodeId, [expected[i], ...pages.slice(1).map(() => undefined)]]);
        const state = expected[i]?.state;
        if (state) states.add(state);
      }
    }
    expect([...states].toSorted()).toEqual(['exiting', 'renewing']);
  }));
test('200: txHash selects the cycles of one stake', async () => {
  const { deps, recording, last } = await primaryWorld(PATH);
  for (const [nodeId, cycles] of byNode(expectedCycles(recording, last)))
    for (const txHash of new Set(cycles.map(({ stakingTxHash }) => stakingTxHash))) {
      const those = cycles.filter(({ stakingTxHash }) => stakingTxHash === txHash);
      expect(await getCycles(deps, nodeId, { txHash, sortOrder: 'asc' })).toEqual(those);
      const { body } = await call(handler, deps, ofNetwork({ txHash: NOTHING }, { nodeId }));
      expect(body).toEqual({ cycles: [] });
    }
});
test('200: cycles that ended above the cursor are not listed', async () => {
  const { recording, last } = await primaryWorld(PATH);
  const all = expectedCycles(recording, last);
  for (const at of [60, 100, 150, 200, 208]) {
    const { deps } = await primaryWorld(PATH, at);
    const shown = byNode(expectedCycles(recording, at));
    for (const nodeId of byNode(all).keys())
      expect([at, await getCycles(deps, nodeId, { sortOrder: 'asc' })]).toEqual([at, shown.get(nodeId) ?? []]);
  }
});
test('200: a node without an auto-renewed stake has no cycles', async () => {
  const { deps } = await primaryWorld(PATH);
  const { status, body } = await call(handler, deps, ofNetwork({}, { nodeId: STRANGE_NODE }));
  expect([status, body]).toEqual([200, { cycles: [] }]);
});

const WRONG = `${STRANGE_NODE.slice(0, -1)}t`;
refusesOfNetwork(handler, ofNetwork({ pageSize: '2' }, { nodeId: STRANGE_NODE }), [
  ...PAGING,
  ...badIds('txHash', 'the id of a transaction', 'query'),
  [
    'a malformed node ID',
    { params: { nodeId: 'NodeID-0' } },
    'nodeId: must be a node ID: NodeID- and base58 with a checksum',
  ],
  [
    'a node ID with a wrong checksum',
    { params: { nodeId: WRONG } },
    `nodeId: ${WRONG} is not a valid node ID (bad checksum or length)`,
  ],
  badQuery('sortOrder', 'up', 'must be asc or desc'),
]);
