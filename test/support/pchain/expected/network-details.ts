import type { Recording } from '../../../../demo/p-chain/recording';
import { getNetwork } from './network';

type ExpectedNetworkDetails = {
  validatorDetails: {
    validatorCount: number;
    totalAmountStaked: string;
    estimatedAnnualStakingReward: string;
    stakingDistributionByVersion: { version: string; amountStaked: string; validatorCount: number }[];
    stakingRatio: string;
  };
  delegatorDetails: { delegatorCount: number; totalAmountStaked: string };
};

type Rewarded = { potentialReward: string };
type Listed = Rewarded & {
  nodeID: string;
  weight: string;
  connected: boolean;
  delegatorCount: string;
  delegatorWeight: string;
};
/** Delegators are listed for single validators only. */
type Alone = { validators: (Listed & { delegators: Rewarded[] | null })[] };

const RATIO_DIGITS = 20;

/** `version`: of the connected nodes (not recorded). Throws if the state of that height was not recorded. */
export function expectedNetworkDetails(recording: Recording, height: number, version: string): ExpectedNetworkDetails {
  const network = getNetwork(recording);
  if (!network.hasState(height)) throw new Error(`the state at ${height} was not recorded`);
  const { validators } = network.answer<{ validators: Listed[] }>('platform.getCurrentValidators', {}, height);
  const supply = BigInt(network.answer<{ supply: string }>('platform.getCurrentSupply', {}, height).supply);
  const total = BigInt(network.answer<{ weight: string }>('platform.getTotalStake', {}, height).weight);
  const sum = (rows: readonly Listed[], of: 'weight' | 'delegatorWeight' | 'delegatorCount') =>
    rows.reduce((all, row) => all + BigInt(row[of]), 0n);
  const rewards = validators.flatMap(({ nodeID }) => {
    const [own] = network.answer<Alone>('platform.getCurrentValidators', { nodeIDs: [nodeID] }, height).validators;
    return own ? [own, ...(own.delegators ?? [])] : [];
  });
  const versions = Map.groupBy(validators, ({ connected }) => (connected ? version : 'offline'));
  return {
    validatorDetails: {
      validatorCount: validators.length,
      totalAmountStaked: String(sum(validators, 'weight')),
      estimatedAnnualStakingReward: String(rewards.reduce((all, one) => all + BigInt(one.potentialReward), 0n)),
      stakingDistributionByVersion: [...versions]
        .map(([name, rows]) => ({
          ...{ version: name, validatorCount: rows.length },
          amountStaked: String(sum(rows, 'weight') + sum(rows, 'delegatorWeight')),
        }))
        .sort((a, b) => (a.version < b.version ? 1 : -1)),
      stakingRatio: ratio(total, supply),
    },
    delegatorDetails: {
      delegatorCount: Number(sum(validators, 'delegatorCount')),
      totalAmountStaked: String(sum(validators, 'delegatorWeight')),
    },
  };
}

function ratio(part: bigint, whole: bigint): string {
  const digits = String((part * 10n ** BigInt(RATIO_DIGITS)) / whole).padStart(RATIO_DIGITS, '0');
  return `0.${digits.replace(/0+$/, '')}`;
}
