import { findPChain } from '../../adapters/config';
import type { ChainKind } from '../chain/chain';

/** P-Chains of Avalanche networks. */
export const pChainKind: ChainKind = {
  openFollower(chainId, { pChains }, clients) {
    const pChain = findPChain(pChains, chainId);
    return pChain && import('./following').then(({ pChainFollower }) => pChainFollower(pChain, clients));
  },
};
