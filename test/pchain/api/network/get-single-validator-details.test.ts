import { handler } from '../../../../lambdas/pchain/api/network/get-single-validator-details';
import { call } from '../../../support/endpoints/call';
import type { AllDeps } from '../../../support/endpoints/deps';
import { ofNetwork, refusesOfNetwork, toRows } from '../../../support/endpoints/primary-network';
import { badQuery, PAGING } from '../../../support/endpoints/refusals';
import { readPages } from '../../../support/endpoints/transactions';
import { type ExpectedValidator, expectedValidators } from '../../../support/pchain/expected/validators';
import { RECORDINGS } from '../../../support/pchain/recorded';
import { primaryDeps, primaryWorld, withNetwork } from '../../../support/pchain/world';

const STRANGER = 'NodeID-111111111111111111116DBWJs';

const getStakes = (deps: AllDeps, nodeId: string, query: Record<string, string> = {}) =>
  toRows<ExpectedValidator>(handler, deps, ofNetwork({ pageSize: '1', ...query }, { nodeId }), 'validators');
/** The stakes of each node, oldest first. */
const byNode = (rows: readonly ExpectedValidator[]) =>
  [...new Set(rows.map(({ nodeId }) => nodeId))].map((nodeId) => {
    return { nodeId, stakes: rows.filter((row) => row.nodeId === nodeId) };
  });

/** Compares every list of stakes with the node's answers at that height. */
async function compare(deps: AllDeps, rows: readonly ExpectedValidator[]): Promise<void> {
  for (const { nodeId, stakes } of byNode(rows)) {
    for (const pageSize of ['1', '2', '100']) {
      expect(await getStakes(deps, nodeId, { pageSize })).toEqual(stakes.toReversed());
      expect(await getStakes(deps, nodeId, { pageSize, sortOrder: 'asc' })).toEqual(stakes);
    }
    for (const validationStatus of ['active', 'pending', 'completed', 'removed']) {
      const those = stakes.filter((stake) => stake.validationStatus === validationStatus);
      expect(await getStakes(deps, nodeId, { validationStatus })).toEqual(those.toReversed());
    }
  }
}

describe.each<[path: string, stages: number[]]>([
  [RECORDINGS[0], [0, 9, 10, 11, 41, 76, 149, 203, 208]],
  [RECORDINGS[1], [3, 8, 9, 16, 19, 20, 26, 28]],
])('getSingleValidatorDetails: %s', (path, stages) => {
  test('200: stakes of each node are listed in both orders and by status', async () => {
    const { deps, recording, last } = await primaryWorld(path);
    const rows = expectedValidators(recording, last);
    await compare(deps, rows);
    expect(Math.max(...byNode(rows).map(({ stakes }) => stakes.length))).toBeGreaterThan(2);
  });
  test('200: stakes are right at earlier blocks', () =>
    withNetwork(path, async (net) => {
      for (const height of stages) {
        await net.followTo(height);
        await compare((await primaryDeps(net)).deps, expectedValidators(net.recorded.recording, height));
      }
    }));
  test('200: each page has one stake, and only the last page has no token', async () => {
    const { deps, recording, last } = await primaryWorld(path);
    const [{ nodeId, stakes } = { nodeId: '', stakes: [] }] = byNode(expectedValidators(recording, last));
    const pages = await readPages(handler, deps, ofNetwork({ pageSize: '1' }, { nodeId }));
    expect(pages).toEqual(
      stakes.toReversed().map((stake, i) => {
        return { validators: [stake], ...(i < stakes.length - 1 ? { nextPageToken: expect.any(String) } : {}) };
      }),
    );
  });
  test('200 or 404: stakes above the cursor are not shown', async () => {
    const { recording, last } = await primaryWorld(path);
    const rows = expectedValidators(recording, last);
    for (const at of stages) {
      const { deps } = await primaryWorld(path, at);
      const made = new Set(expectedValidators(recording, at).map(({ txHash }) => txHash));
      for (const { nodeId, stakes } of byNode(rows)) {
        const shown = stakes.filter(({ txHash }) => made.has(txHash)).map(({ txHash }) => txHash);
        const { status, body } = await call(handler, deps, ofNetwork({ sortOrder: 'asc' }, { nodeId }));
        const ids = (body.validators as ExpectedValidator[] | undefined)?.map(({ txHash }) => txHash);
        expect([at, status, ids ?? []]).toEqual([at, shown.length > 0 ? 200 : 404, shown]);
      }
    }
  });
  test('404: the message has the node that never staked and the indexed height', async () => {
    const { deps, last } = await primaryWorld(path);
    const { status, body } = await call(handler, deps, ofNetwork({}, { nodeId: STRANGER }));
    const message = `validator ${STRANGER} of recorded (indexed up to ${last}) was not found`;
    expect([status, body.message]).toEqual([404, message]);
  });
});
test('200: without a validator snapshot stakes are listed with a stake percentage of zero', async () => {
  const { deps, recording, last } = await primaryWorld(RECORDINGS[0]);
  const [{ nodeId = '' } = {}] = expectedValidators(recording, last);
  const without = { ...deps, states: { ...deps.states, get: async () => undefined } };
  const asked = ofNetwork({}, { nodeId });
  const [bare, whole] = [await call(handler, without, asked), await call(handler, deps, asked)];
  const hashes = ({ body }: typeof bare) => (body.validators as { txHash: string }[]).map(({ txHash }) => txHash);
  expect([bare.status, hashes(bare)]).toEqual([200, hashes(whole)]);
  const parts = ({ body }: typeof bare) =>
    (body.validators as { stakePercentage?: number }[]).flatMap(({ stakePercentage }) => stakePercentage ?? []);
  expect([parts(bare), parts(whole)]).toEqual([[0], [expect.any(Number)]]);
  expect(parts(whole)).not.toEqual([0]);
});
const WRONG = `${STRANGER.slice(0, -1)}t`;
refusesOfNetwork(handler, ofNetwork({ pageSize: '2' }, { nodeId: STRANGER }), [
  ...PAGING,
  [
    'a malformed node ID',
    { params: { nodeId: 'NodeID-0x12' } },
    'nodeId: must be a node ID: NodeID- and base58 with a checksum',
  ],
  [
    'a node ID with a wrong checksum',
    { params: { nodeId: WRONG } },
    `nodeId: ${WRONG} is not a valid node ID (bad checksum or length)`,
  ],
  badQuery('validationStatus', 'over', 'must be completed, active, pending or removed'),
  badQuery('sortOrder', 'up', 'must be asc or desc'),
]);
