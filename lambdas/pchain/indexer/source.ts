import type { BlockRef } from '../../chain/domain/block';
import { createBatchSize, type SharedMemory } from '../../chain/follower/batch-size';
import type { BlockSource, RawStore } from '../../chain/kind';
import { NodeDown } from '../../core/node/errors';
import type { RawPBlock } from '../domain/raw-block';
import type { PBlocks } from '../node/blocks';
import { summary } from './indexer';

/** `checkIdentity` throws NodeDown if the node is on another network. */
export const pChainSource = (
  blocks: PBlocks,
  checkIdentity: () => Promise<unknown>,
  memory?: SharedMemory,
): BlockSource<RawPBlock> => {
  let newest: RawPBlock | undefined;
  const blockAt = async (height: number): Promise<RawPBlock> => {
    const [found] = newest?.number === height ? [newest] : await blocks.range(height, height);
    if (!found) throw new NodeDown(`the node did not return block ${height}`);
    newest = found;
    return found;
  };
  return {
    batch: createBatchSize(memory),
    async checkIdentity() {
      await checkIdentity();
    },
    head: async () => summary(await blockAt(await blocks.height())),
    // A single block is usually the head, which is cached.
    blocks: async (from, to) => (from === to ? [await blockAt(from)] : blocks.range(from, to)),
    hashes: async (numbers) => Promise.all(numbers.map(async (number) => (await blockAt(number)).block.id)),
  };
};

/** Blocks are final and their IDs are hashes: re-read from the node instead of stored. */
export const pChainStore = (blocks: PBlocks): RawStore<RawPBlock> => ({
  async get({ number, hash }: BlockRef) {
    const [found] = await blocks.range(number, number);
    if (found?.block.id !== hash) throw new NodeDown(`the node returned a different block ${number} than before`);
    return found;
  },
  put: async (raw) => raw,
  putSlice: async () => undefined,
});
