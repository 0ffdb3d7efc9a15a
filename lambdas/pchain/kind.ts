import type { ChainKind } from '../chain/kind';
import { findPChain } from '../core/config/runtime';

export const pChainKind: ChainKind = {
  createFollower(chainId, { pChains }, clients) {
    const pChain = findPChain(pChains, chainId);
    return pChain && import('./indexer/following').then(({ pChainFollower }) => pChainFollower(pChain, clients));
  },
};
