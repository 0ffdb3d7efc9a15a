import type { Blocks, BlockWithReceipts } from '../../adapters/evm/blocks';
import { NodeDown } from '../../adapters/node/errors';
import type { BlockRef } from '../../domain/chain/block';

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
