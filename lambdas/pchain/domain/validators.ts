import type { StakingType } from '../contract/schemas/auto-renewal';
import type { AppliedBlock } from './applied-block';
import type { BlockEffects, Origin } from './replay/effects';
import type { AutoRenewal, Staker } from './replay/state';

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

export interface PValidatorRow extends Pick<Staker, StakerFields> {
  readonly status: ValidatorStatus;
  /** Absent in rows of an earlier release; derive it from the transaction type. */
  readonly stakingType?: StakingType;
  /** If auto-renewed; absent in rows of an earlier release. */
  readonly renewal?: AutoRenewal;
  readonly rewardAddresses: readonly string[];
  readonly delegationRewardAddresses: readonly string[];
  /** `by`: the transaction; absent if the stake expired. */
  readonly ended?: {
    readonly by?: string;
    readonly time: number;
    /** Absent in rows of an earlier release. */
    readonly rewarded?: boolean;
    readonly validationReward: bigint;
    readonly delegationReward: bigint;
  };
}

export type Typed<T extends PValidatorRow> = T & Required<Pick<PValidatorRow, 'stakingType'>>;

export const currentValidator = (staker: Staker, time: number): PValidatorRow => ({
  ...toRow(staker),
  status: staker.start > time ? 'pending' : 'active',
});

function toRow(staker: Staker): Omit<PValidatorRow, 'status'> {
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

export const paidBy =
  ({ created }: BlockEffects, by: string | undefined) =>
  (origin: Origin): bigint =>
    created.reduce((sum, one) => (one.by === by && one.origin === origin ? sum + one.amount : sum), 0n);

export function changedValidators({ effects, stakers, time }: AppliedBlock): PValidatorRow[] {
  const current = [...stakers.values()]
    .filter(({ kind }) => kind !== 'delegator')
    .map((staker) => currentValidator(staker, time));
  const ended = effects.ended.flatMap(({ staker, by, ending }): PValidatorRow[] => {
    if (staker.kind === 'delegator' || stakers.has(staker.txId)) return [];
    const paid = paidBy(effects, by);
    const rewards = { validationReward: paid('validation reward'), delegationReward: paid('delegatee reward') };
    return [
      {
        ...toRow(staker),
        status: ending === 'removed' ? 'removed' : 'completed',
        ended: { ...(by === undefined ? {} : { by }), time, rewarded: ending === 'rewarded', ...rewards },
      },
    ];
  });
  return [...current, ...ended];
}
