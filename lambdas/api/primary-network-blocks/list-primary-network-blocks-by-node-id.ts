import { listPrimaryNetworkBlocksByNodeId } from '../../contract/endpoints/primary-network-blocks';
import { ApiError, notFound } from '../../contract/errors';
import { implement } from '../implement/pchain';
import { chainInfo } from '../shared/primary-network/chain-info';
import { nodeIdIn } from '../shared/primary-network/ids';
import { indexedNetwork, requirePChain } from '../shared/primary-network/network';
import { blocksOfTimes } from '../shared/primary-network/times';
import { pChainBlockView } from '../views/primary-network/block';

export const handler = implement(listPrimaryNetworkBlocksByNodeId, async ({ params, query, page, deps }) => {
  const indexed = await indexedNetwork(deps, params.network, page);
  requirePChain(params.blockchainId);
  const { network, cut, start, range } = indexed;
  const nodeId = nodeIdIn('nodeId', params.nodeId);
  const blocks = await blocksOfTimes(deps, query, indexed);
  if (!deps.pChains.some((one) => one.network === network && one.proposers))
    throw new ApiError(
      404,
      `who proposed blocks of ${network} is not indexed on this deployment: its configuration has no "proposers"`,
    );
  const list = deps.PBlock.ofNode(network, nodeId, blocks);
  const { values, next } = await deps.page([list], { ...page, ascending: false });
  if (values.length === 0 && !next && !page.from) {
    const stakes = deps.PValidator.ofNode(network, nodeId, { from: 0, to: cut });
    const known = await deps.page([stakes], { size: 1, ascending: false });
    if (known.values.length === 0) throw notFound(`node ${params.nodeId} of ${network} (${range})`);
  }
  return {
    blocks: values.map((one) => pChainBlockView(one, start)),
    ...chainInfo(params.network),
    ...page.token(next, cut),
  };
});
