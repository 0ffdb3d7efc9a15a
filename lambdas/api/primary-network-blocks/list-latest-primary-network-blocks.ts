import { listLatestPrimaryNetworkBlocks } from '../../contract/endpoints/primary-network-blocks';
import { implement } from '../implement/pchain';
import { chainInfo } from '../shared/primary-network/chain-info';
import { indexedNetwork, requirePChain } from '../shared/primary-network/network';
import { blocksOfTimes } from '../shared/primary-network/times';
import { pChainBlockView } from '../views/primary-network/block';

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
