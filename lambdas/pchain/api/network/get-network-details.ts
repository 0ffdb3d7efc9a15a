import { ApiError } from '../../../core/contract/errors';
import { getNetworkDetails } from '../../contract/endpoints/network';
import { networkDetailsView } from '../../views/network-details';
import { implement } from '../implement';
import { indexedNetwork } from '../shared/network';
import { newestSnapshot } from '../shared/validators';

export const handler = implement(getNetworkDetails, async ({ params, deps }) => {
  const { network, head } = await indexedNetwork(deps, params.network);
  const [{ snapshot }, block] = await Promise.all([newestSnapshot(deps, network), deps.PBlock.head(network, head)]);
  if (!block?.after)
    throw new ApiError(503, `the supply of ${network} is unknown at block ${head}: see health-check for the reason`);
  return networkDetailsView(snapshot, block.after.supply);
});
