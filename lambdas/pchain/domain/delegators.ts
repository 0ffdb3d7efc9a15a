import type { AppliedBlock } from './applied-block';
import { PRIMARY_NETWORK, type Staker } from './replay/state';
import { paidBy } from './validators';

/** How far the stake of a delegator is. */
export type DelegatorStatus = 'pending' | 'active' | 'completed';

type StakerFields = 'txId' | 'created' | 'nodeId' | 'start' | 'end' | 'weight' | 'potentialReward';

/** A stake of a delegator of the primary network. Ids are 0x and digits, times Unix seconds, amounts nAVAX. */
export interface PDelegatorRow extends Pick<Staker, StakerFields> {
  readonly status: DelegatorStatus;
  /** What its validator gets of its reward, millionths. */
  readonly shares: number;
  /** Who gets the rest: 20 bytes each. */
  readonly rewardAddresses: readonly string[];
  /** By a transaction, which paid `reward` to `rewardAddresses`, if the stake was rewarded. */
  readonly ended?: {
    readonly by: string;
    readonly time: number;
    readonly rewarded: boolean;
    readonly reward: bigint;
  };
}

/** A delegator that has not ended, at a time. */
export const currentDelegator = (staker: Staker, time: number): PDelegatorRow => ({
  ...toShown(staker),
  status: staker.start > time ? 'pending' : 'active',
});

function toShown(staker: Staker): Omit<PDelegatorRow, 'status'> {
  const { txId, created, nodeId, start, end, weight, potentialReward, shares = 0, rewardsOwner } = staker;
  return {
    txId,
    created,
    nodeId,
    start,
    end,
    weight,
    potentialReward,
    shares,
    rewardAddresses: rewardsOwner?.addresses ?? [],
  };
}

/** Whether a stake is one of a delegator of the primary network. */
const isDelegator = ({ kind, subnetId }: Staker): boolean => kind === 'delegator' && subnetId === PRIMARY_NETWORK;

/** The delegators that a block began or ended, as they are after it. */
export function changedDelegators({ effects, stakers, time }: AppliedBlock): PDelegatorRow[] {
  const current = [...stakers.values()].filter(isDelegator).map((staker) => currentDelegator(staker, time));
  const ended = effects.ended.flatMap(({ staker, by, ending }): PDelegatorRow[] =>
    isDelegator(staker) && by !== undefined
      ? [
          {
            ...toShown(staker),
            status: 'completed',
            ended: { by, time, rewarded: ending === 'rewarded', reward: paidBy(effects, by)('delegation reward') },
          },
        ]
      : [],
  );
  return [...current, ...ended];
}
