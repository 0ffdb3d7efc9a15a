import { listLatestPrimaryNetworkBlocks } from '../../contract/endpoints/blocks';
import { pChainBlockView } from '../../views/block';
import { implement } from '../implement';
import { chainInfo } from '../shared/chain-info';
import { indexedNetwork, requirePChain } from '../shared/network';
import { blocksOfTimes } from '../shared/times';

export const handler = implement(listLatestPrimaryNetworkBlocks, async ({ params, query, page, deps }) => {
  const indexed = await indexedNetwork(deps, params.network, page);
  requirePChain(params.blockchainId);
  const list = deps.PBlock.ofChain(indexed.network, await blocksOfTimes(deps, query, indexed));
  const { values, next } = await deps.page([list], { ...page, ascending: false });
  return {
    blocks: values.map((one) => pChainBlockView(one, indexed.start)),
    ...chainInfo(params.network),
    ...page.token(next, indexed.cut),
  };
});
