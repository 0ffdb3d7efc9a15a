import { getBlock } from '../../contract/endpoints/blocks';
import { implement } from '../../http/implement';
import { findBlock } from '../shared/find-block';
import { indexedChain } from '../shared/indexed-chain';
import { blockView } from '../views/block';

export const handler = implement(getBlock, async ({ params, deps }) => {
  const indexed = await indexedChain(deps, params.chainId);
  return blockView(await findBlock(deps, indexed, params.blockId), indexed.cursor);
});
