import { notFound } from '../../../core/contract/errors';
import { getBlockchainById } from '../../contract/endpoints/network';
import { PRIMARY_NETWORK } from '../../domain/replay/state';
import { pChainBlockchain } from '../../rows/items';
import { blockchainView } from '../../views/subnet';
import { implement } from '../implement';
import { idIn } from '../shared/ids';
import { indexedNetwork } from '../shared/network';

export const handler = implement(getBlockchainById, async ({ params, deps }) => {
  const { network, facts, head, range } = await indexedNetwork(deps, params.network);
  const id = idIn('blockchainId', params.blockchainId);
  if (id === PRIMARY_NETWORK) return blockchainView(pChainBlockchain(facts.genesisTime));
  // The blockchain ID is also the ID of the transaction that contains its genesis.
  const [found, [createdBy]] = await Promise.all([deps.PBlockchain.byId(network, id), deps.PTx.byIds(network, [id])]);
  if (!found || found.created.block > head)
    throw notFound(`blockchain ${params.blockchainId} of ${network} (${range})`);
  return blockchainView(found, createdBy);
});
