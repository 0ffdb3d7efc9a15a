import type { NetworkRules } from './replay/rules';

export interface NetworkFacts
  extends Pick<NetworkRules, 'avaxAssetId' | 'upgrades' | 'validatorFee' | 'maxValidatorStake'> {
  readonly networkId: number;
  readonly hrp: string;
  readonly genesisBlockId: string;
  readonly genesisTime: number;
  /** Excludes the potential rewards of the genesis validators. */
  readonly genesisSupply: bigint;
}

export interface KnownNetwork extends NetworkFacts {
  /** The height when indexing first started: blocks up to it trigger no webhooks. */
  readonly firstHead: number;
}

const AVAX = 1_000_000_000n;

export const getRules = ({ avaxAssetId, upgrades, validatorFee, maxValidatorStake }: NetworkFacts): NetworkRules => ({
  avaxAssetId,
  upgrades,
  validatorFee,
  maxValidatorStake,
  reward: {
    maxConsumptionRate: 120_000n,
    minConsumptionRate: 100_000n,
    mintingPeriod: 365n * 86_400n,
    supplyCap: 720_000_000n * AVAX,
  },
});

const seconds = (time: string): number => Date.parse(time) / 1_000;

/** From the packages `genesis` and `upgrade` of avalanchego 1.14 and 1.15. */
export const PUBLIC_NETWORKS: Readonly<Record<string, NetworkFacts>> = {
  mainnet: {
    networkId: 1,
    hrp: 'avax',
    avaxAssetId: '0x21e67317cbc4be2aeb00677ad6462778a8f52274b9d605df2591b23027a87dff',
    genesisBlockId: '0xa48d314805d44175be879e110a552187085ceb3611be6a43acd1dba798ae2427',
    genesisTime: seconds('2020-09-10T00:00:00Z'),
    genesisSupply: 359_999_999_999_990_210n,
    upgrades: {
      cortina: seconds('2023-04-25T15:00:00Z'),
      durango: seconds('2024-03-06T16:00:00Z'),
      etna: seconds('2024-12-16T17:00:00Z'),
      helicon: seconds('2026-09-22T15:00:00Z'),
    },
    validatorFee: { target: 10_000n, minPrice: 512n, excessConversionConstant: 1_246_488_515n },
    maxValidatorStake: 3_000_000n * AVAX,
  },
  fuji: {
    networkId: 5,
    hrp: 'fuji',
    avaxAssetId: '0x3d9bdac0ed1d761330cf680efdeb1a42159eb387d6d2950c96f7d28f61bbe2aa',
    genesisBlockId: '0x127c3a54fac6527f57741e2bd356509ccf735939d35063955f7d596dc21d28dd',
    genesisTime: seconds('2020-09-10T00:00:00Z'),
    genesisSupply: 360_000_000_000_000_000n,
    upgrades: {
      cortina: seconds('2023-04-06T15:00:00Z'),
      durango: seconds('2024-02-13T16:00:00Z'),
      etna: seconds('2024-11-25T16:00:00Z'),
      helicon: seconds('2026-07-28T15:00:00Z'),
    },
    validatorFee: { target: 10_000n, minPrice: 512n, excessConversionConstant: 51_937_021n },
    maxValidatorStake: 3_000_000n * AVAX,
  },
};
