import type { ChainKindSpec, ConfiguredChains, CoveredChain } from '../../chain/contract/kind';
import { BACKFILL_WORKERS, type Config } from '../../core/contract/config';

/** Whether a name is of an EVM chain: its chain id in decimal digits. */
export const isEvmChain = (name: string): boolean => /^\d+$/.test(name);

/** The EVM chains that are indexed. */
export const indexedChains = ({ chains }: Pick<Config, 'chains'>): Config['chains'] =>
  chains.filter(({ index }) => index);

const covered = (chains: Config['chains']): CoveredChain[] =>
  chains.map(({ chainId: name, follower, backfillWorkers = BACKFILL_WORKERS }) => ({
    name,
    follower,
    backfillWorkers,
  }));

const followed = (config: ConfiguredChains): CoveredChain[] => covered(indexedChains(config));

/** Chains of the EVM. */
export const evmKindSpec: ChainKindSpec = {
  followed,
  scopes: {
    indexedChains: followed,
    tracedChains: (config) => covered(indexedChains(config).filter(({ traces }) => traces)),
  },
};
