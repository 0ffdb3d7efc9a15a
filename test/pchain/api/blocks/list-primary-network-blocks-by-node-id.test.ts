import { loadRecording } from '../../../../demo/p-chain/recording';
import { handler as getBlock } from '../../../../lambdas/pchain/api/blocks/get-block-by-id';
import { handler } from '../../../../lambdas/pchain/api/blocks/list-primary-network-blocks-by-node-id';
import { call } from '../../../support/endpoints/call';
import type { AllDeps } from '../../../support/endpoints/deps';
import { ofPChain, refusesOfNetwork, TIMES, toRows } from '../../../support/endpoints/primary-network';
import { badQuery, PAGING } from '../../../support/endpoints/refusals';
import { type ExpectedBlock, expectedBlocks } from '../../../support/pchain/expected/blocks';
import { expectedProposer } from '../../../support/pchain/expected/proposers';
import { INDEXING_NODE, RECORDINGS } from '../../../support/pchain/recorded';
import { primaryDeps, primaryWorld, withNetwork } from '../../../support/pchain/world';

const STRANGER = 'NodeID-111111111111111111116DBWJs';

async function world() {
  const found = await primaryWorld(INDEXING_NODE);
  const blocks = expectedBlocks(found.recording).map((block, height) => {
    const proposerDetails = expectedProposer(found.recording, height);
    return proposerDetails ? { ...block, proposerDetails } : block;
  });
  const signed = blocks.flatMap((block) => ('proposerDetails' in block ? [block] : []));
  return { ...found, blocks, signed, nodeId: signed[0]?.proposerDetails.proposerNodeId ?? '' };
}
/** The only node of the network. */
const recordedNode = expectedProposer(loadRecording(INDEXING_NODE), 3)?.proposerNodeId ?? '';
const getBlocks = (deps: AllDeps, nodeId: string, query: Record<string, string> = {}) =>
  toRows<ExpectedBlock>(handler, deps, ofPChain(query, { nodeId }), 'blocks');

test('200: pages of any size list the proposed blocks of a node, newest first', async () => {
  const { deps, signed, nodeId, blocks } = await world();
  for (const pageSize of ['1', '7', '100'])
    expect(await getBlocks(deps, nodeId, { pageSize })).toMatchObject(signed.toReversed());
  expect(signed.length).toBeGreaterThan(30);
  // Proposal options and unsigned blocks.
  expect(blocks.length - signed.length).toBeGreaterThan(5);
});

test('200: a time range includes its start and excludes its end', async () => {
  const { deps, signed, nodeId } = await world();
  const times = [...new Set(signed.map(({ blockTimestamp }) => blockTimestamp))];
  const [start = 0, end = 0] = [times[5], times[20]];
  const query = { startTimestamp: String(start), endTimestamp: String(end) };
  const those = signed.filter(({ blockTimestamp: time }) => time >= start && time < end);
  expect(await getBlocks(deps, nodeId, query)).toMatchObject(those.toReversed());
});

test('every block shows its proposer', async () => {
  const { deps, blocks } = await world();
  for (const block of blocks) {
    const { body } = await call(getBlock, deps, ofPChain({}, { blockId: block.blockNumber }));
    expect([block.blockNumber, body.proposerDetails]).toEqual([
      block.blockNumber,
      'proposerDetails' in block ? block.proposerDetails : undefined,
    ]);
  }
});

test('200: a validator without proposed blocks has an empty list', () =>
  withNetwork(INDEXING_NODE, async (net) => {
    const { nodeId } = await world();
    await net.followTo(1);
    const { deps } = await primaryDeps(net);
    expect(await getBlocks(deps, nodeId)).toEqual([]);
  }));

test('404: a node that never validated is not found, nor any node where proposers are not indexed', async () => {
  const { deps, nodeId } = await world();
  const stranger = await call(handler, deps, ofPChain({}, { nodeId: STRANGER }));
  expect([stranger.status, stranger.body.message]).toEqual([
    404,
    expect.stringMatching(`^node ${STRANGER} of recorded`),
  ]);
  const other = await primaryWorld(RECORDINGS[0]);
  const without = await call(handler, other.deps, ofPChain({}, { nodeId }));
  expect([without.status, without.body.message]).toEqual([
    404,
    'block proposers of recorded are not indexed on this deployment: "proposers" is not set in its configuration',
  ]);
});

describe('refusals', () => {
  refusesOfNetwork(
    handler,
    ofPChain({}, { nodeId: recordedNode }),
    [
      ...PAGING,
      ...TIMES,
      [
        'a malformed node',
        { params: { nodeId: 'NodeID-0' } },
        'nodeId: must be a node ID: NodeID- and base58 with a checksum',
      ],
      badQuery('startTimestamp', 'x', 'must be a whole number from 0 to 2147483647'),
    ],
    INDEXING_NODE,
  );
});
