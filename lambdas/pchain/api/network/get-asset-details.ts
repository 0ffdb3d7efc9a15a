import { ApiError } from '../../../core/contract/errors';
import { getAssetDetails } from '../../contract/endpoints/network';
import { avaxView } from '../../views/assets';
import { implement } from '../implement';
import { idIn } from '../shared/ids';
import { indexedNetwork, requireXChain } from '../shared/network';

export const handler = implement(getAssetDetails, async ({ params, deps }) => {
  const { facts } = await indexedNetwork(deps, params.network);
  requireXChain(params.blockchainId);
  if (idIn('assetId', params.assetId) === facts.avaxAssetId) return avaxView(facts);
  throw new ApiError(404, `asset ${params.assetId} is not indexed on this deployment: only AVAX is`);
});
