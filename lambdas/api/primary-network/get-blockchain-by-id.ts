import { getBlockchainById } from '../../contract/endpoints/primary-network';
import { notFound } from '../../contract/errors';
import { PRIMARY_NETWORK } from '../../domain/pchain/replay/state';
import { pChainBlockchain } from '../../table/pchain/items';
import { implement } from '../implement/pchain';
import { idIn } from '../shared/primary-network/ids';
import { indexedNetwork } from '../shared/primary-network/network';
import { blockchainView } from '../views/primary-network/subnet';

export const handler = implement(getBlockchainById, async ({ params, deps }) => {
  const { network, facts, head, range } = await indexedNetwork(deps, params.network);
  const id = idIn('blockchainId', params.blockchainId);
  if (id === PRIMARY_NETWORK) return blockchainView(pChainBlockchain(facts.genesisTime));
  // The id of a blockchain is that of its transaction, which has its genesis.
  const [found, [createdBy]] = await Promise.all([deps.PBlockchain.byId(network, id), deps.PTx.byIds(network, [id])]);
  if (!found || found.created.block > head)
    throw notFound(`blockchain ${params.blockchainId} of ${network} (${range})`);
  return blockchainView(found, createdBy);
});
