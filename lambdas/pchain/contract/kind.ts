import type { ChainKindSpec, ConfiguredChains, CoveredChain } from '../../chain/contract/kind';
import { pChainSource } from '../../core/contract/pchain-source';

const covered = ({ pChains }: ConfiguredChains, onlyIndexed: boolean): CoveredChain[] =>
  pChains
    .filter(({ index }) => index || !onlyIndexed)
    .map(({ network, follower }) => ({ name: pChainSource(network), follower }));

const followed = (config: ConfiguredChains): CoveredChain[] => covered(config, true);

/** P-Chains of Avalanche networks. */
export const pChainKindSpec: ChainKindSpec = {
  followed,
  scopes: { pChains: (config) => covered(config, false), indexedPChains: followed },
};
