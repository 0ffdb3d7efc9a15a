import type { ChainKind } from '../chain/kind';
import { findChain } from '../core/config/runtime';

export const evmKind: ChainKind = {
  createFollower(chainId, { chains }, clients) {
    const chain = findChain(chains, chainId);
    return chain && import('./indexer/following').then(({ evmFollower }) => evmFollower(chain, clients));
  },
};
