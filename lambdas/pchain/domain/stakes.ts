import type { AppliedBlock } from './applied-block';
import type { PDelegatorRow } from './delegators';
import type { NetworkFacts } from './networks';
import { restaked } from './replay/end-stake';
import { getUtxo } from './replay/outputs';
import { split } from './replay/reward';
import { type Place, PRIMARY_NETWORK, type Staker } from './replay/state';
import type { PValidatorRow } from './validators';

/** For what a stake is promised a reward: for itself, or for what others delegate to it. */
export type RewardKind = 'validation' | 'delegation' | 'delegation fee';

/** What somebody has to do with a stake of the primary network: one of its rewards, or that it is his. */
export interface StakeOf {
  readonly txId: string;
  readonly created: Place;
  readonly nodeId: string;
  readonly kind: 'validator' | 'delegator';
  /** The reward that is promised to him; absent: he only owns the stake. */
  readonly reward?: RewardKind;
  /** false: it has ended. */
  readonly current: boolean;
}

/** The same with whom it concerns. */
export interface ConcernedStake extends StakeOf {
  readonly of: { readonly address: string } | { readonly node: string };
}

/** The stakes that a block began or ended, by everybody whom they concern: addresses of 20 bytes, and the node. */
export function changedStakes({ raw, effects, stakers, decided }: AppliedBlock): ConcernedStake[] {
  const begun = [...stakers.values()].filter(
    ({ created, txId }) => created.block === raw.number || txId === decided?.tx.id,
  );
  // A validator that renews itself ends a cycle, and goes on.
  const ended = effects.ended.map(({ staker }) => staker).filter(({ txId }) => !stakers.has(txId));
  return [
    ...begun.flatMap((one) => concernedByStake(one, true)),
    ...ended.flatMap((one) => concernedByStake(one, false)),
  ];
}

/** A stake of the primary network by everybody whom it concerns. */
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

/** What a validator is promised of one kind, nAVAX: without what is staked again if it renews itself. */
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

/** What a delegator is promised, and what it was paid: all of it, and what is left without the share of its validator. */
export function delegatorRewards({ status, potentialReward, shares, ended }: PDelegatorRow) {
  if (status === 'completed') return { gross: ended?.rewarded ? potentialReward : 0n, net: ended?.reward ?? 0n };
  return { gross: potentialReward, net: split(potentialReward, shares).rest };
}
