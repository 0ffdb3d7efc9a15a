import type { BlockRef } from '../../chain/domain/block';
import { NodeDown } from '../../core/node/errors';
import type { Blocks, BlockWithReceipts } from '../node/blocks';

/**
 * An indexed block as the node gives it, which has lost receipts of it at most if it is not above `final`. Throws
 * NodeDown if the node has another one at its number.
 */
export async function sameBlock(
  node: Pick<Blocks, 'blocksWithReceipts'>,
  { number, hash }: BlockRef,
  final?: number,
): Promise<BlockWithReceipts> {
  const [found] = await node.blocksWithReceipts(number, number, final);
  if (found?.block.hash !== hash) throw new NodeDown(`block ${number} of the node differs from the indexed one`);
  return found;
}
