import { handler } from '../../../../lambdas/pchain/api/blocks/get-block-by-id';
import { call } from '../../../support/endpoints/call';
import { NOTHING, ofPChain, refusesOfNetwork } from '../../../support/endpoints/primary-network';

import { expectedBlocks } from '../../../support/pchain/expected/blocks';
import { RECORDINGS } from '../../../support/pchain/recorded';
import { primaryWorld } from '../../../support/pchain/world';

const ask = (blockId: string) => ofPChain({}, { blockId });

describe.each(RECORDINGS)('getBlockById: %s', (path) => {
  test('200: every block is found by its height and by its ID', async () => {
    const { deps, recording, last } = await primaryWorld(path);
    const blocks = expectedBlocks(recording);
    for (const expected of blocks) {
      const byHeight = await call(handler, deps, ask(expected.blockNumber));
      expect(byHeight).toMatchObject({ status: 200, body: expected });
      expect(await call(handler, deps, ask(expected.blockHash))).toEqual(byHeight);
    }
    expect(blocks).toHaveLength(last + 1);
  });
  test('404: the message has the missing block and the indexed height', async () => {
    const { deps, last } = await primaryWorld(path);
    for (const blockId of [String(last + 1), '9999999999', NOTHING]) {
      const { status, body } = await call(handler, deps, ask(blockId));
      const message = `block ${blockId} on the P-Chain of recorded (indexed up to ${last}) was not found`;
      expect([status, body.message]).toEqual([404, message]);
    }
  });
  test('404: a block above the cursor is not found by height or ID', async () => {
    const { deps, recording } = await primaryWorld(path, 20);
    const [last, above] = expectedBlocks(recording).slice(20);
    for (const id of [last?.blockNumber, last?.blockHash])
      expect((await call(handler, deps, ask(String(id)))).status).toBe(200);
    for (const id of [above?.blockNumber, above?.blockHash]) {
      const { status, body } = await call(handler, deps, ask(String(id)));
      const message = `block ${id} on the P-Chain of recorded (indexed up to 20) was not found`;
      expect([status, body.message]).toEqual([404, message]);
    }
  });
});
const WRONG = `${NOTHING.slice(0, -1)}6`;
refusesOfNetwork(handler, ask('1'), [
  [
    'a malformed block ID',
    { params: { blockId: '0x12' } },
    'blockId: must be a block height in decimal digits, or a block ID in cb58',
  ],
  [
    'a block ID with a wrong checksum',
    { params: { blockId: WRONG } },
    `blockId: ${WRONG} is not a valid CB58 ID (bad checksum or length)`,
  ],
  [
    'a malformed blockchain',
    { params: { blockchainId: 'p' } },
    'blockchainId: must be p-chain, x-chain, c-chain, or the blockchain ID of one of them in cb58',
  ],
]);
