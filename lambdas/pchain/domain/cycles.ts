import type { AppliedBlock } from './applied-block';
import type { Staker } from './replay/state';

/** What a cycle earned of one kind, nAVAX: all of it, and what was staked again. The rest was paid out. */
interface CycleReward {
  readonly gross: bigint;
  readonly compounded: bigint;
}

/** A cycle of a validator that renews itself, after its end. Ids are 0x and digits, times Unix seconds, amounts nAVAX. */
export interface PCycleRow extends Pick<Staker, 'nodeId' | 'start' | 'end' | 'weight'> {
  /** Its number within the stake, from 1. */
  readonly index: number;
  readonly stakingTxId: string;
  /** The transaction that ended it, and the block that decided on that. */
  readonly by: string;
  readonly block: number;
  readonly outcome: 'renewed' | 'exited' | 'aborted';
  readonly validation: CycleReward;
  readonly delegatee: CycleReward;
  /** Of its rewards that was to be staked again, millionths. */
  readonly compoundShares: number;
  readonly delegations: { readonly count: number; readonly weight: bigint };
}

/** The cycles that a block ended. Left out are those of stakes with earlier cycles that are not known. */
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

/** Delegations during the current cycle of a validator that renews itself; undefined where earlier ones are not known. */
export function cycleDelegations({ renewal, delegations }: Pick<Staker, 'renewal' | 'delegations'>) {
  if (!renewal?.cycle) return undefined;
  const { earlier } = renewal.cycle;
  const { ever } = delegations ?? { ever: earlier };
  return ever && { count: ever.count - earlier.count, weight: ever.weight - earlier.weight };
}
