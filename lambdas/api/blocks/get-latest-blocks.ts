import { getLatestBlocks } from '../../contract/endpoints/blocks';
import { implement } from '../../http/implement';
import { indexedChain } from '../shared/indexed-chain';
import { blockView } from '../views/block';

export const handler = implement(getLatestBlocks, async ({ params, page, deps }) => {
  const { chain, cursor, cut } = await indexedChain(deps, params.chainId, page);
  const list = deps.Block.ofChain(chain.chainId, { from: 0, to: cut });
  const { values, next } = await deps.page([list], { ...page, ascending: false });
  return { blocks: values.map((block) => blockView(block, cursor)), ...page.token(next, cut) };
});
