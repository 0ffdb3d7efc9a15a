import { getLatestBlocks } from '../../contract/endpoints/blocks';
import { blockView } from '../../views/block';
import { implement } from '../implement';
import { indexedChain, requestedBlocks } from '../shared/indexed-chain';

export const handler = implement(getLatestBlocks, async ({ params, page, deps }) => {
  const indexed = await indexedChain(deps, params.chainId, page);
  const { chain, cursor, cut } = indexed;
  const list = deps.Block.ofChain(chain.chainId, requestedBlocks({}, indexed));
  const { values, next } = await deps.page([list], { ...page, ascending: false });
  return { blocks: values.map((block) => blockView(block, cursor)), ...page.token(next, cut) };
});
