import type { AppliedBlock } from './applied-block';
import { PRIMARY_NETWORK, type Staker } from './replay/state';
import { paidBy } from './validators';

export type DelegatorStatus = 'pending' | 'active' | 'completed';

type StakerFields = 'txId' | 'created' | 'nodeId' | 'start' | 'end' | 'weight' | 'potentialReward';

export interface PDelegatorRow extends Pick<Staker, StakerFields> {
  readonly status: DelegatorStatus;
  readonly shares: number;
  readonly rewardAddresses: readonly string[];
  /** `by`: the transaction that ended the stake. It paid `reward` if `rewarded`. */
  readonly ended?: {
    readonly by: string;
    readonly time: number;
    readonly rewarded: boolean;
    readonly reward: bigint;
  };
}

export const currentDelegator = (staker: Staker, time: number): PDelegatorRow => ({
  ...toRow(staker),
  status: staker.start > time ? 'pending' : 'active',
});

function toRow(staker: Staker): Omit<PDelegatorRow, 'status'> {
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

const isDelegator = ({ kind, subnetId }: Staker): boolean => kind === 'delegator' && subnetId === PRIMARY_NETWORK;

export function changedDelegators({ effects, stakers, time }: AppliedBlock): PDelegatorRow[] {
  const current = [...stakers.values()].filter(isDelegator).map((staker) => currentDelegator(staker, time));
  const ended = effects.ended.flatMap(({ staker, by, ending }): PDelegatorRow[] =>
    isDelegator(staker) && by !== undefined
      ? [
          {
            ...toRow(staker),
            status: 'completed',
            ended: { by, time, rewarded: ending === 'rewarded', reward: paidBy(effects, by)('delegation reward') },
          },
        ]
      : [],
  );
  return [...current, ...ended];
}
