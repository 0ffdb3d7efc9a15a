import { notFound } from '../../../core/contract/errors';
import { getBlockById } from '../../contract/endpoints/blocks';
import { pChainBlockView } from '../../views/block';
import { implement } from '../implement';
import { idIn } from '../shared/ids';
import { indexedNetwork, requirePChain } from '../shared/network';

export const handler = implement(getBlockById, async ({ params, deps, answer }) => {
  const { network, head, start, range } = await indexedNetwork(deps, params.network);
  requirePChain(params.blockchainId);
  const { blockId } = params;
  const block =
    'number' in blockId
      ? await deps.PBlock.byNumber(network, blockId.number)
      : await deps.PBlock.byHash(network, idIn('blockId', blockId.id));
  if (block && block.number <= head) {
    // Accepted P-Chain blocks are final.
    answer.isFinal = true;
    return pChainBlockView(block, start);
  }
  const id = 'number' in blockId ? blockId.number : blockId.id;
  throw notFound(`block ${id} on the P-Chain of ${network} (${range})`);
});
