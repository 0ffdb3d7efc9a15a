import { findChain } from '../../adapters/config';
import type { ChainKind } from '../chain/chain';

/** Chains of the EVM. */
export const evmKind: ChainKind = {
  openFollower(chainId, { chains }, clients) {
    const chain = findChain(chains, chainId);
    return chain && import('./following').then(({ evmFollower }) => evmFollower(chain, clients));
  },
};
