import { getAssetDetails } from '../../contract/endpoints/primary-network';
import { ApiError } from '../../contract/errors';
import { implement } from '../implement/pchain';
import { idIn } from '../shared/primary-network/ids';
import { indexedNetwork, requireXChain } from '../shared/primary-network/network';
import { avaxView } from '../views/primary-network/assets';

export const handler = implement(getAssetDetails, async ({ params, deps }) => {
  const { facts } = await indexedNetwork(deps, params.network);
  requireXChain(params.blockchainId);
  if (idIn('assetId', params.assetId) === facts.avaxAssetId) return avaxView(facts);
  throw new ApiError(404, `asset ${params.assetId} is not indexed on this deployment: only AVAX is known`);
});
