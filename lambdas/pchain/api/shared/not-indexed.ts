import { ApiError } from '../../../core/contract/errors';
import type { PChain } from '../../../core/contract/pchain-config';
import { configuredNetwork, requireXChain } from './network';

/** What the X-chain alone would say. 404 always; 400 for an unknown network. `what` begins the sentence. */
export function notIndexed(
  pChains: readonly PChain[],
  { network: name, blockchainId }: { readonly network: string; readonly blockchainId: string },
  what: string,
): never {
  const { network } = configuredNetwork(pChains, name);
  requireXChain(blockchainId);
  throw new ApiError(404, `${what} of the X-chain of ${network} is not indexed on this deployment`);
}
