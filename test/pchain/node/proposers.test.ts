import { startReplayNode } from '../../../demo/p-chain/replay-node';
import { systemTimer } from '../../../lambdas/core/runtime/clock';
import { createPBlocks } from '../../../lambdas/pchain/node/blocks';
import { fetchProposers } from '../../../lambdas/pchain/node/proposers';
import { createPChainRpc } from '../../../lambdas/pchain/node/rpc';
import { INDEXING_NODE, RECORDINGS, RecordedNetwork, sha256 } from '../../support/pchain/recorded';

const recorded = new RecordedNetwork(INDEXING_NODE);
const toId = (digits: string) => `0x${sha256(digits)}`;
const block = (number: number) => ({ number, block: { id: toId(recorded.bytes(number)) } });
const bytesAt = (height: number) =>
  recorded.must<{ bytes: string }>(recorded.last, 'index.getContainerByIndex', { index: String(height - 1) }).bytes;
const sent = (digits: string) => `0x${digits}${sha256(digits).slice(-8)}`;
/** A node with an index that always returns these bytes. */
const answering = (...bytes: string[]) => ({
  index: async () => ({ containers: bytes.map((one) => ({ bytes: one })) }),
});

describe('fetchProposers', () => {
  test('one request covers all blocks after the genesis block, which needs none', async () => {
    const asked: unknown[] = [];
    const rpc = {
      index: async (method: string, params: unknown) => {
        asked.push([method, params]);
        return { containers: [{ bytes: bytesAt(1) }, { bytes: bytesAt(2) }] };
      },
    };
    const known = await fetchProposers(rpc, [block(0), block(1), block(2)]);
    expect(asked).toEqual([['getContainerRange', { startIndex: '0', numToFetch: '2', encoding: 'hex' }]]);
    expect(known.map((one) => one?.pChainHeight)).toEqual([undefined, undefined, 1]);
    expect(await fetchProposers(rpc, [block(0)])).toEqual([undefined]);
    expect(asked).toHaveLength(1);
  });
  test('a bare block from before containers has no proposer', async () => {
    const bare = new RecordedNetwork(RECORDINGS[1]).bytes(3);
    expect(await fetchProposers(answering(sent(bare)), [{ number: 3, block: { id: toId(bare) } }])).toEqual([
      undefined,
    ]);
  });
  test.each<[string, string[], string]>([
    ['has a different block', [bytesAt(4)], "the node's index has a different block 3: indexing must be enabled from"],
    ['lacks the block', [], "the node's index does not have block 3"],
    ['has damaged bytes', [bytesAt(3).replace(/..$/, '00')], 'corrupt data from the node for indexed block 3'],
    ['has malformed bytes', ['zz'], 'invalid node response for index of blocks'],
  ])('a node with an index that %s is rejected', async (_, bytes, message) => {
    await expect(fetchProposers(answering(...bytes), [block(3)])).rejects.toThrow(message);
  });
});

test('blocks of an indexing node have proposers, and a node without an index is rejected', async () => {
  const node = await startReplayNode({ recording: INDEXING_NODE, fromHeight: recorded.last });
  const without = await startReplayNode({ recording: RECORDINGS[1], fromHeight: 20 });
  const rpcs = [node, without].map(({ url }) => createPChainRpc(url, { callsPerSecond: 1_000 }));
  const [told, untold] = rpcs;
  try {
    if (!told || !untold) throw new Error('no node');
    const blocks = await createPBlocks(told, { proposers: true }).range(0, recorded.last);
    expect(blocks.filter(({ proposer }) => proposer).length).toBeGreaterThan(30);
    const plain = await createPBlocks(told, { proposers: false }).range(1, 2);
    expect(plain.map(({ proposer }) => proposer)).toEqual([undefined, undefined]);
    // Skips the pauses between attempts.
    const sleep = jest.spyOn(systemTimer, 'sleep').mockResolvedValue();
    await expect(createPBlocks(untold, { proposers: true }).range(1, 2)).rejects.toThrow('the node');
    expect(sleep).toHaveBeenCalled();
    sleep.mockRestore();
  } finally {
    await Promise.all([...rpcs.map((rpc) => rpc.close()), node.stop(), without.stop()]);
  }
});
