import { ApiError, notFound } from '../../../core/contract/errors';
import { listPrimaryNetworkBlocksByNodeId } from '../../contract/endpoints/blocks';
import { pChainBlockView } from '../../views/block';
import { implement } from '../implement';
import { chainInfo } from '../shared/chain-info';
import { nodeIdIn } from '../shared/ids';
import { indexedNetwork, requirePChain } from '../shared/network';
import { blocksOfTimes } from '../shared/times';

export const handler = implement(listPrimaryNetworkBlocksByNodeId, async ({ params, query, page, deps }) => {
  const indexed = await indexedNetwork(deps, params.network, page);
  requirePChain(params.blockchainId);
  const { network, cut, start, range } = indexed;
  const nodeId = nodeIdIn('nodeId', params.nodeId);
  const blocks = await blocksOfTimes(deps, query, indexed);
  if (!deps.pChains.some((one) => one.network === network && one.proposers))
    throw new ApiError(
      404,
      `block proposers of ${network} are not indexed on this deployment: "proposers" is not set in its configuration`,
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
