import type { ChainKindSpec, ConfiguredChains, CoveredChain } from '../../chain/contract/kind';
import { BACKFILL_WORKERS } from '../../core/contract/backfill-workers';
import type { Config } from '../../core/contract/config';
import { BLOCK_ROWS, INTERNAL_ROWS, TELEPORTER_ROWS } from './entities';

export const isEvmChain = (name: string): boolean => /^\d+$/.test(name);

export const indexedChains = ({ chains }: Pick<Config, 'chains'>): Config['chains'] =>
  chains.filter(({ index }) => index);

const covered = (chains: Config['chains']): CoveredChain[] =>
  chains.map(({ chainId: name, follower, backfillWorkers = BACKFILL_WORKERS }) => ({
    name,
    follower,
    backfillWorkers,
  }));

const followed = (config: ConfiguredChains): CoveredChain[] => covered(indexedChains(config));

export const evmKindSpec: ChainKindSpec = {
  followed,
  scopes: {
    indexedChains: followed,
    tracedChains: (config) => covered(indexedChains(config).filter(({ traces }) => traces)),
  },
  follower: {
    owners: ['evm', 'traces', 'tokens', 'teleporter', 'metrics'],
    uses: {
      reads: [...BLOCK_ROWS, ...INTERNAL_ROWS, 'TeleporterMessage', 'MetricsRow'],
      writes: [...BLOCK_ROWS, ...INTERNAL_ROWS, ...TELEPORTER_ROWS, 'MetricsRow'],
      raw: ['get', 'put'],
      bus: true,
      node: true,
      sends: ['tokens', 'nfts'],
      traces: ['get', 'put'],
      states: ['get', 'put'],
    },
    alarms: [
      {
        id: 'TracesLate',
        scope: 'tracedChains',
        metric: 'traceLagSeconds',
        threshold: 900,
        minutes: 5,
        impact: 'Users of a chain do not see the internal transactions of the last 15 minutes.',
        runbook: 'internal-transactions-are-late',
        stack: 'observability',
      },
    ],
  },
};
