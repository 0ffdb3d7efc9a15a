import { inDecimals } from '../../core/domain/decimals';
import type { GetNetworkDetailsResponse } from '../contract/schemas/network-details';
import { PRIMARY_NETWORK } from '../domain/replay/state';
import type { ListedValidator, ValidatorSnapshot } from '../domain/validator-snapshot';
import { getVersion } from './validator';

export function networkDetailsView(
  { validators, delegationRewards = 0n }: Pick<ValidatorSnapshot, 'validators' | 'delegationRewards'>,
  supply: bigint,
): GetNetworkDetailsResponse {
  const active = validators.filter(({ subnetId, status }) => subnetId === PRIMARY_NETWORK && status === 'active');
  const [staked, delegated] = [sumUp(active, ({ weight }) => weight), sumUp(active, delegatedTo)];
  return {
    validatorDetails: {
      validatorCount: active.length,
      totalAmountStaked: String(staked),
      estimatedAnnualStakingReward: String(sumUp(active, ({ potentialReward }) => potentialReward) + delegationRewards),
      stakingDistributionByVersion: [...Map.groupBy(active, (one) => getVersion(one) ?? 'unknown')]
        .toSorted(([a], [b]) => (a < b ? 1 : -1))
        .map(([version, some]) => ({
          version,
          amountStaked: String(sumUp(some, (one) => one.weight + delegatedTo(one))),
          validatorCount: some.length,
        })),
      stakingRatio: ratio(staked + delegated, supply),
    },
    delegatorDetails: {
      delegatorCount: active.reduce((sum, { delegations }) => sum + (delegations?.count ?? 0), 0),
      totalAmountStaked: String(delegated),
    },
  };
}

const delegatedTo = ({ delegations }: ListedValidator): bigint => delegations?.weight ?? 0n;

const sumUp = (some: readonly ListedValidator[], amountIn: (one: ListedValidator) => bigint): bigint =>
  some.reduce((sum, one) => sum + amountIn(one), 0n);

/** As in the public API. */
const RATIO_DIGITS = 20;

const ratio = (part: bigint, whole: bigint): string =>
  inDecimals(whole > 0n ? (part * 10n ** BigInt(RATIO_DIGITS)) / whole : 0n, RATIO_DIGITS);
