import { getNetworkDetails } from '../../contract/endpoints/primary-network';
import { ApiError } from '../../contract/errors';
import { implement } from '../implement/pchain';
import { indexedNetwork } from '../shared/primary-network/network';
import { newestSnapshot } from '../shared/primary-network/validators';
import { networkDetailsView } from '../views/primary-network/network-details';

export const handler = implement(getNetworkDetails, async ({ params, deps }) => {
  const { network, head } = await indexedNetwork(deps, params.network);
  const [{ snapshot }, block] = await Promise.all([newestSnapshot(deps, network), deps.PBlock.head(network, head)]);
  if (!block?.after)
    throw new ApiError(503, `the supply of ${network} is not known at block ${head}: health-check says why`);
  return networkDetailsView(snapshot, block.after.supply);
});
