import type { BlockRef } from '../../chain/domain/block';
import { NodeDown } from '../../core/node/errors';
import type { Blocks, BlockWithReceipts } from '../node/blocks';

/** Receipts may be missing up to `final` only. Throws NodeDown if the node has another block. */
export async function sameBlock(
  node: Pick<Blocks, 'blocksWithReceipts'>,
  { number, hash }: BlockRef,
  final?: number,
): Promise<BlockWithReceipts> {
  const [found] = await node.blocksWithReceipts(number, number, final);
  if (found?.block.hash !== hash) throw new NodeDown(`the node's block ${number} differs from the indexed one`);
  return found;
}
