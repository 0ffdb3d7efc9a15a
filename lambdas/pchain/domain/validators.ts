import type { StakingType } from '../contract/schemas/auto-renewal';
import type { AppliedBlock } from './applied-block';
import type { BlockEffects, Origin } from './replay/effects';
import type { AutoRenewal, Staker } from './replay/state';

/** How far the stake of a validator is. */
export type ValidatorStatus = 'pending' | 'active' | 'completed' | 'removed';

type StakerFields =
  | 'txId'
  | 'created'
  | 'nodeId'
  | 'subnetId'
  | 'start'
  | 'end'
  | 'weight'
  | 'shares'
  | 'blsKey'
  | 'potentialReward'
  | 'delegateeReward'
  | 'delegations';

/** A stake of a validator. Ids are 0x and digits, times Unix seconds, amounts in the smallest unit of the asset. */
export interface PValidatorRow extends Pick<Staker, StakerFields> {
  readonly status: ValidatorStatus;
  /** Absent in rows of an earlier release: the type of the transaction says it. */
  readonly stakingType?: StakingType;
  /** Present if it renews itself, but in rows of an earlier release. */
  readonly renewal?: AutoRenewal;
  /** Who gets the reward for its own stake: 20 bytes each. */
  readonly rewardAddresses: readonly string[];
  /** Who gets its share of the rewards of its delegators. */
  readonly delegationRewardAddresses: readonly string[];
  /** By a transaction, unless it ended by itself. */
  readonly ended?: {
    readonly by?: string;
    readonly time: number;
    /** Absent in rows of an earlier release. */
    readonly rewarded?: boolean;
    readonly validationReward: bigint;
    readonly delegationReward: bigint;
  };
}

/** A stake with its type, whichever release has written its row. */
export type Typed<T extends PValidatorRow> = T & Required<Pick<PValidatorRow, 'stakingType'>>;

/** A validator that has not ended, at a time. */
export const currentValidator = (staker: Staker, time: number): PValidatorRow => ({
  ...toShown(staker),
  status: staker.start > time ? 'pending' : 'active',
});

function toShown(staker: Staker): Omit<PValidatorRow, 'status'> {
  const { txId, created, nodeId, subnetId, start, end, weight, shares, blsKey, delegations, renewal } = staker;
  const { potentialReward, delegateeReward, rewardsOwner, delegationRewardsOwner } = staker;
  return {
    txId,
    created,
    nodeId,
    subnetId,
    start,
    end,
    weight,
    potentialReward,
    delegateeReward,
    ...(shares === undefined ? {} : { shares }),
    ...(blsKey ? { blsKey } : {}),
    ...(delegations ? { delegations } : {}),
    ...(renewal ? { stakingType: 'autoRenewed', renewal } : { stakingType: 'fixed' }),
    rewardAddresses: rewardsOwner?.addresses ?? [],
    delegationRewardAddresses: delegationRewardsOwner?.addresses ?? [],
  };
}

/** What a transaction paid of one kind, in the smallest unit of the asset. */
export const paidBy =
  ({ created }: BlockEffects, by: string | undefined) =>
  (origin: Origin): bigint =>
    created.reduce((sum, one) => (one.by === by && one.origin === origin ? sum + one.amount : sum), 0n);

/** The validators that a block began, changed or ended, as they are after it. */
export function changedValidators({ effects, stakers, time }: AppliedBlock): PValidatorRow[] {
  const current = [...stakers.values()]
    .filter(({ kind }) => kind !== 'delegator')
    .map((staker) => currentValidator(staker, time));
  const ended = effects.ended.flatMap(({ staker, by, ending }): PValidatorRow[] => {
    // A validator that renews itself ends a cycle, and goes on.
    if (staker.kind === 'delegator' || stakers.has(staker.txId)) return [];
    const paid = paidBy(effects, by);
    const rewards = { validationReward: paid('validation reward'), delegationReward: paid('delegatee reward') };
    return [
      {
        ...toShown(staker),
        status: ending === 'removed' ? 'removed' : 'completed',
        ended: { ...(by === undefined ? {} : { by }), time, rewarded: ending === 'rewarded', ...rewards },
      },
    ];
  });
  return [...current, ...ended];
}
