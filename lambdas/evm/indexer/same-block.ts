import type { BlockRef } from '../../chain/domain/block';
import { NodeDown } from '../../core/node/errors';
import type { Blocks, BlockWithReceipts } from '../node/blocks';

/**
 * Fetches an indexed block from the node. Receipts may be missing only if the block is at or below `final`. Throws
 * NodeDown if the node has a different block at that number.
 */
export async function sameBlock(
  node: Pick<Blocks, 'blocksWithReceipts'>,
  { number, hash }: BlockRef,
  final?: number,
): Promise<BlockWithReceipts> {
  const [found] = await node.blocksWithReceipts(number, number, final);
  if (found?.block.hash !== hash) throw new NodeDown(`the node's block ${number} differs from the indexed one`);
  return found;
}
