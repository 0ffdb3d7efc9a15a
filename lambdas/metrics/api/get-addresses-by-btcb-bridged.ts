import { ApiError } from '../../core/contract/errors';
import { getChain } from '../../core/http/served-chain';
import { getAddressesByBtcbBridged } from '../contract/endpoints';
import { implement } from './implement';

export const handler = implement(getAddressesByBtcbBridged, async ({ params, deps }) => {
  const { chainId } = getChain(deps.chains, params.chainId);
  throw new ApiError(404, `BTC.b bridge amounts on chain ${chainId} are not available: bridges are not indexed`);
});
