import type { PUtxoRow } from './rows';
import type { ValidatorSnapshot } from './validator-snapshot';

/**
 * All rewards of a stake if the addresses own its `outputs`, else the part payable to them.
 * undefined for snapshots of an earlier release, which do not record the staking type.
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
