import type { ChainKindSpec, ConfiguredChains, CoveredChain } from '../../chain/contract/kind';
import { pChainSource } from '../../core/contract/pchain-source';

const covered = ({ pChains }: ConfiguredChains, onlyIndexed: boolean): CoveredChain[] =>
  pChains
    .filter(({ index }) => index || !onlyIndexed)
    .map(({ network, follower }) => ({ name: pChainSource(network), follower }));

const followed = (config: ConfiguredChains): CoveredChain[] => covered(config, true);

const ROWS = [
  ...['PNetwork', 'PBlock', 'PTx', 'PTxOf', 'PUtxo', 'PUtxoOf', 'PSubnet', 'PBlockchain', 'PValidator', 'PDelegator'],
  ...['PStakeOf', 'PReward', 'PCycle', 'PL1Validator', 'PL1Change', 'PStakingDay'],
] as const;

export const pChainKindSpec: ChainKindSpec = {
  followed,
  scopes: { pChains: (config) => covered(config, false), indexedPChains: followed },
  follower: {
    owners: ['pchain'],
    uses: {
      // A re-derivation compares all of them.
      reads: ROWS,
      writes: ROWS,
      bus: true,
      pChainNode: true,
      states: ['get', 'put'],
      raw: ['get', 'put'],
    },
    alarms: [
      {
        id: 'StateDiffers',
        scope: 'indexedPChains',
        metric: 'stateDiffers',
        threshold: 1,
        impact: 'Users of a P-Chain may see wrong balances, rewards and fees: the indexed state differs from the node.',
        runbook: 'the-state-of-a-p-chain-differs',
        stack: 'observability',
      },
    ],
  },
};
