import { ApiError } from '../../../core/contract/errors';
import type { PChain } from '../../../core/contract/pchain-config';
import { configuredNetwork, requireXChain } from './network';

/** Throws 404, or 400 if the network is not configured. `subject`: singular. */
export function notIndexed(
  pChains: readonly PChain[],
  { network: name, blockchainId }: { readonly network: string; readonly blockchainId: string },
  subject: string,
): never {
  const { network } = configuredNetwork(pChains, name);
  requireXChain(blockchainId);
  throw new ApiError(404, `${subject} on the X-Chain of ${network} is not indexed on this deployment`);
}
