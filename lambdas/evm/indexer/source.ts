import { rawKey } from '../../chain/domain/raw-key';
import { createBatchSize, type SharedMemory } from '../../chain/follower/batch-size';
import type { BlockSource, RawStore } from '../../chain/kind';
import { NodeDown } from '../../core/node/errors';
import type { RawBlock } from '../domain/rpc';
import type { Blocks } from '../node/blocks';
import type { RawBlocks } from '../node/raw-blocks';

interface SourceSettings {
  readonly complete?: (raws: readonly RawBlock[]) => Promise<RawBlock[]>;
  readonly memory?: SharedMemory;
}

export const evmSource = (
  node: Blocks,
  chainId: string,
  { complete = async (raws) => [...raws], memory }: SourceSettings = {},
): BlockSource<RawBlock> => ({
  batch: createBatchSize(memory),
  async checkIdentity() {
    const answered = await node.chainId();
    if (answered !== chainId) throw new NodeDown(`the node serves chain ${answered}, expected ${chainId}`);
  },
  head: node.head,
  async blocks(from, to, final) {
    const fetched = await node.blocksWithReceipts(from, to, final);
    return complete(fetched.map((block) => ({ ...block, balances: {} })));
  },
  hashes: node.hashes,
});

export const evmStore = (raw: RawBlocks, chainId: string): RawStore<RawBlock> => ({
  get: (block) => raw.get(chainId, block),
  toKey: (block) => rawKey(chainId, block),
  put: (block, signal) => raw.put(chainId, block, signal),
  putSlice: (blocks) => raw.putSlice(chainId, blocks),
});
