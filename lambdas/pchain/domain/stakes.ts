import type { AppliedBlock } from './applied-block';
import type { PDelegatorRow } from './delegators';
import type { NetworkFacts } from './networks';
import { restaked } from './replay/end-stake';
import { getUtxo } from './replay/outputs';
import { split } from './replay/reward';
import { type Place, PRIMARY_NETWORK, type Staker } from './replay/state';
import type { PValidatorRow } from './validators';

/** `delegation fee`: a validator's share of its delegators' rewards. */
export type RewardKind = 'validation' | 'delegation' | 'delegation fee';

/** Primary network only. Receives a reward, or owns the stake. */
export interface StakeOf {
  readonly txId: string;
  readonly created: Place;
  readonly nodeId: string;
  readonly kind: 'validator' | 'delegator';
  /** The reward it would receive; absent if it only owns the stake. */
  readonly reward?: RewardKind;
  readonly current: boolean;
}

export interface ConcernedStake extends StakeOf {
  readonly of: { readonly address: string } | { readonly node: string };
}

export function changedStakes({ raw, effects, stakers, decided }: AppliedBlock): ConcernedStake[] {
  const begun = [...stakers.values()].filter(
    ({ created, txId }) => created.block === raw.number || txId === decided?.tx.id,
  );
  // An auto-renewed validator ends a cycle but stays current.
  const ended = effects.ended.map(({ staker }) => staker).filter(({ txId }) => !stakers.has(txId));
  return [
    ...begun.flatMap((one) => concernedByStake(one, true)),
    ...ended.flatMap((one) => concernedByStake(one, false)),
  ];
}

/** One row per node, address and reward; empty outside the primary network. */
export function concernedByStake(staker: Staker, current: boolean): ConcernedStake[] {
  const { txId, created, nodeId, kind, subnetId, stake, rewardsOwner, delegationRewardsOwner } = staker;
  if (kind === 'permissioned' || subnetId !== PRIMARY_NETWORK) return [];
  const row = { txId, created, nodeId, kind, current };
  const [own = [], fee = []] = [rewardsOwner?.addresses, delegationRewardsOwner?.addresses];
  const rewards = [
    { reward: kind === 'validator' ? ('validation' as const) : ('delegation' as const), addresses: own },
    ...(kind === 'validator' ? [{ reward: 'delegation fee' as const, addresses: fee }] : []),
  ];
  const owners = new Set(stake.flatMap((output) => getUtxo('', 0, output).owners.addresses));
  const only = [...owners].filter((address) => !own.includes(address) && !fee.includes(address));
  return [
    ...rewards.flatMap(({ reward, addresses }) => [
      { ...row, reward, of: { node: nodeId } },
      ...addresses.map((address) => ({ ...row, reward, of: { address } })),
    ]),
    ...only.map((address) => ({ ...row, of: { address } })),
  ];
}

/** Excludes the part that will be restaked. */
export function promisedToValidator(
  row: PValidatorRow,
  kind: RewardKind,
  facts: Pick<NetworkFacts, 'maxValidatorStake'>,
): bigint {
  const { potentialReward, weight, renewal } = row;
  const delegateeReward = (row.delegations?.promised ?? 0n) + row.delegateeReward;
  const { validation, delegatee } = renewal
    ? restaked({ renewal, potentialReward, delegateeReward, weight }, facts)
    : { validation: 0n, delegatee: 0n };
  return kind === 'validation' ? potentialReward - validation : delegateeReward - delegatee;
}

/** Before and after the validator's share: potential or, once completed, paid. */
export function delegatorRewards({ status, potentialReward, shares, ended }: PDelegatorRow) {
  if (status === 'completed') return { gross: ended?.rewarded ? potentialReward : 0n, net: ended?.reward ?? 0n };
  return { gross: potentialReward, net: split(potentialReward, shares).rest };
}
