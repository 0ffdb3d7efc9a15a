import { getBlock } from '../../contract/endpoints/blocks';
import { blockView } from '../../views/block';
import { implement } from '../implement';
import { findBlock } from '../shared/find-block';
import { indexedChain, isFinal } from '../shared/indexed-chain';

export const handler = implement(getBlock, async ({ params, deps, answer }) => {
  const indexed = await indexedChain(deps, params.chainId);
  const block = await findBlock(deps, indexed, params.blockId);
  answer.isFinal = isFinal(indexed, block.number);
  return blockView(block, indexed.cursor);
});
