import type { PChain } from '../../../lambdas/core/contract/pchain-config';

export const aPChain = (network: string, more: Partial<PChain> = {}): PChain => ({
  ...{
    network,
    feeStateFormat: 'specification',
    default: false,
    index: false,
    startBlock: 0,
    proposers: false,
    follower: 'continuous',
  },
  ...{ callsPerSecond: 1_000, pollIntervalMs: 1_000 },
  ...more,
});
