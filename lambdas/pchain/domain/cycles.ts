import type { AppliedBlock } from './applied-block';
import type { Staker } from './replay/state';

/** `compounded` was restaked; the rest was paid out. */
interface CycleReward {
  readonly gross: bigint;
  readonly compounded: bigint;
}

export interface PCycleRow extends Pick<Staker, 'nodeId' | 'start' | 'end' | 'weight'> {
  readonly index: number;
  readonly stakingTxId: string;
  readonly by: string;
  readonly block: number;
  readonly outcome: 'renewed' | 'exited' | 'aborted';
  readonly validation: CycleReward;
  readonly delegatee: CycleReward;
  readonly compoundShares: number;
  readonly delegations: { readonly count: number; readonly weight: bigint };
}

/** Omits stakes with unknown earlier cycles (see `AutoRenewal`). */
export const endedCycles = ({ raw, effects, stakers }: AppliedBlock): PCycleRow[] =>
  effects.ended.flatMap(({ staker, by, ending }): PCycleRow[] => {
    const { txId: stakingTxId, nodeId, start, end, weight, renewal } = staker;
    const delegations = cycleDelegations(staker);
    if (!renewal?.cycle || !delegations || by === undefined) return [];
    const next = stakers.get(stakingTxId)?.renewal;
    const isRewarded = ending === 'rewarded';
    return [
      {
        index: renewal.cycle.index,
        stakingTxId,
        by,
        block: raw.number,
        nodeId,
        start,
        end,
        weight,
        delegations,
        outcome: next ? 'renewed' : isRewarded ? 'exited' : 'aborted',
        validation: {
          gross: isRewarded ? staker.potentialReward : 0n,
          compounded: grown(renewal.accruedValidationReward, next?.accruedValidationReward),
        },
        delegatee: {
          gross: staker.delegateeReward,
          compounded: grown(renewal.accruedDelegateeReward, next?.accruedDelegateeReward),
        },
        compoundShares: renewal.compoundShares,
      },
    ];
  });

const grown = (before = 0n, after = before): bigint => after - before;

/** Of the current cycle; undefined if earlier cycles are unknown. */
export function cycleDelegations({ renewal, delegations }: Pick<Staker, 'renewal' | 'delegations'>) {
  if (!renewal?.cycle) return undefined;
  const { earlier } = renewal.cycle;
  const { ever } = delegations ?? { ever: earlier };
  return ever && { count: ever.count - earlier.count, weight: ever.weight - earlier.weight };
}
