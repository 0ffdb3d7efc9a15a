import type { GetNetworkDetailsResponse } from '../../../contract/schemas/primary-network/network-details';
import { type NetworkFacts, rulesOf } from '../../../domain/pchain/networks';
import { primaryRewardConfig, rewardOf } from '../../../domain/pchain/replay/reward';
import { PRIMARY_NETWORK } from '../../../domain/pchain/replay/state';
import type { ListedValidator, ValidatorSnapshot } from '../../../domain/pchain/validator-snapshot';
import { versionOf } from './validator';

/** Seconds. */
const YEAR = 365n * 86_400n;
/** A stake whose reward says a percentage to two decimals, nAVAX. */
const SAMPLE_STAKE = 2_000_000_000_000n;

/** What is staked in a network, of which this is the supply (nAVAX) at a time in Unix seconds. */
export function networkDetailsView(
  { validators }: Pick<ValidatorSnapshot, 'validators'>,
  facts: NetworkFacts,
  { supply, time }: { readonly supply: bigint; readonly time: number },
): GetNetworkDetailsResponse {
  const active = validators.filter(({ subnetId, status }) => subnetId === PRIMARY_NETWORK && status === 'active');
  const staked = sumOf(active, ({ weight }) => weight);
  const delegated = sumOf(active, ({ delegations }) => delegations?.weight ?? 0n);
  const { reward, upgrades } = rulesOf(facts);
  const config = primaryRewardConfig(reward, time, upgrades.helicon);
  return {
    validatorDetails: {
      validatorCount: active.length,
      totalAmountStaked: String(staked),
      estimatedAnnualStakingReward: percentOf(rewardOf(config, YEAR, SAMPLE_STAKE, supply), SAMPLE_STAKE),
      stakingDistributionByVersion: [...Map.groupBy(active, (one) => versionOf(one) ?? 'unknown')]
        .toSorted(([a], [b]) => (a < b ? 1 : -1))
        .map(([version, some]) => ({
          ...{ version, amountStaked: String(sumOf(some, ({ weight }) => weight)), validatorCount: some.length },
        })),
      stakingRatio: percentOf(staked + delegated, supply),
    },
    delegatorDetails: {
      delegatorCount: active.reduce((sum, { delegations }) => sum + (delegations?.count ?? 0), 0),
      totalAmountStaked: String(delegated),
    },
  };
}

const sumOf = (some: readonly ListedValidator[], amountIn: (one: ListedValidator) => bigint): bigint =>
  some.reduce((sum, one) => sum + amountIn(one), 0n);

/** With two decimals. */
function percentOf(part: bigint, whole: bigint): string {
  const hundredths = whole > 0n ? (part * 20_000n + whole) / (2n * whole) : 0n;
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`;
}
