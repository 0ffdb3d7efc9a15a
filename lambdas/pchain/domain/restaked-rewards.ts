import type { PUtxoRow } from './rows';
import type { ValidatorSnapshot } from './validator-snapshot';

/**
 * Rewards (nAVAX) that current validators have staked again and that concern addresses of 20 bytes: all of a stake whose
 * outputs they own, else the part that will be paid to them when the stake ends. `outputs`: what they own. undefined if an
 * earlier release has written the snapshot, which then does not say which validators renew their stakes.
 */
export function restakedRewards(
  { validators }: Pick<ValidatorSnapshot, 'validators'>,
  addresses: readonly string[],
  outputs: readonly Pick<PUtxoRow, 'txId' | 'staked'>[],
): bigint | undefined {
  if (validators.some(({ stakingType }) => stakingType === undefined)) return undefined;
  const stakes = new Set(outputs.filter(({ staked }) => staked).map(({ txId }) => txId));
  const isConcerned = (owners: readonly string[]): boolean => owners.some((owner) => addresses.includes(owner));
  return validators.reduce((sum, { txId, renewal, rewardAddresses, delegationRewardAddresses }) => {
    const { accruedValidationReward: validation = 0n, accruedDelegateeReward: delegatee = 0n } = renewal ?? {};
    const isOwn = stakes.has(txId);
    return (
      sum +
      (isOwn || isConcerned(rewardAddresses) ? validation : 0n) +
      (isOwn || isConcerned(delegationRewardAddresses) ? delegatee : 0n)
    );
  }, 0n);
}
