import * as z from 'zod';
import { integer, number, seconds } from '../../../core/contract/schemas/fields';
import { nextPageToken } from '../../../core/contract/schemas/params';
import { addresses, id, smallestUnit } from './fields';

/** Whether a stake ends once, or in cycles (ACP-236). */
export const StakingType = z.enum(['fixed', 'autoRenewed']).meta({
  id: 'StakingType',
  description:
    'fixed: the stake ends once. autoRenewed: the validator renews its stake in cycles (ACP-236), and start, end and amountStaked are those of the current cycle.',
});
/** See `StakingType`. */
export type StakingType = z.infer<typeof StakingType>;

const AutoRenewState = z.enum(['renewing', 'exiting', 'exited', 'aborted']).meta({
  id: 'AutoRenewState',
  description:
    'renewing: another cycle follows. exiting: the current cycle is the last. exited: ended as configured. aborted: ended because the validator was not eligible for the reward of a cycle.',
});
const AutoRenewExitReason = z.enum(['graceful', 'uptime_not_met']).meta({
  id: 'AutoRenewExitReason',
  description: 'graceful: the validator was configured to stop. uptime_not_met: it was not eligible for its reward.',
});

const share = number('Share of the rewards of a cycle that is staked again, percent.', 25);

/** How a validator renews its stake. Times in Unix seconds, amounts in nAVAX. */
export const AutoRenewDetails = z
  .object({
    state: AutoRenewState,
    nextPeriodSeconds: integer('Length of the next cycle in seconds; 0: the current cycle is the last.', 1_209_600),
    autoCompoundSharePercent: share,
    compoundedWeight: smallestUnit('The first stake and all rewards that were staked again.'),
    accruedValidationRewards: smallestUnit('Validation rewards of earlier cycles that were staked again.'),
    accruedDelegateeRewards: smallestUnit('Delegation fees of earlier cycles that were staked again.'),
    validationRewardAddresses: addresses('Who gets the validation rewards.'),
    delegationRewardAddresses: addresses('Who gets the delegation fees.'),
    exitReason: AutoRenewExitReason.nullable().meta({ description: 'Why it ended. null while it validates.' }),
    endedAtTimestamp: seconds('When it ended.').nullable().meta({
      description: 'When it ended. Unix time in seconds. null while it validates.',
    }),
  })
  .meta({ id: 'AutoRenewDetails', description: 'How a validator renews its stake (ACP-236).' });
/** How a validator renews its stake. */
export type AutoRenewDetails = z.infer<typeof AutoRenewDetails>;

const cycleFields = {
  cycleIndex: integer('Number of the cycle within its stake, from 1.', 3),
  stakingTxHash: id('The AddAutoRenewedValidatorTx that began the stake; all its cycles share it.'),
  startTimestamp: seconds('When the cycle begins.'),
  endTimestamp: seconds('When the cycle ends.'),
  weightAtCycleStart: smallestUnit('The stake during the cycle, without rewards of the cycle itself.'),
  autoCompoundSharePercent: share,
  delegatorCount: integer('Delegations during the cycle.', 4),
  amountDelegated: smallestUnit('The sum of these delegations, which weightAtCycleStart excludes.'),
};

/** A cycle that has ended. Times in Unix seconds, amounts in nAVAX. */
export const AutoRenewedCycle = z
  .object({
    ...cycleFields,
    rewardTxHash: id('The transaction that ended the cycle.'),
    grossValidationReward: smallestUnit('Validation reward of this cycle; 0 if it was aborted.'),
    withdrawnValidationReward: smallestUnit('The part that was paid out.'),
    compoundedValidationReward: smallestUnit('The part that was staked again.'),
    grossDelegateeReward: smallestUnit('Delegation fees of this cycle, which are paid even if it was aborted.'),
    withdrawnDelegateeReward: smallestUnit('The part that was paid out.'),
    compoundedDelegateeReward: smallestUnit('The part that was staked again.'),
    outcome: z.enum(['renewed', 'exited', 'aborted']).meta({
      id: 'AutoRenewedCycleOutcome',
      description:
        'renewed: the next cycle began. exited: the last cycle, as configured. aborted: not eligible for a reward.',
    }),
  })
  .meta({ id: 'AutoRenewedCycle', description: 'A cycle of a validator that renews its stake, after its end.' });
/** A cycle that has ended. */
export type AutoRenewedCycle = z.infer<typeof AutoRenewedCycle>;

/** The cycle that has not ended. Times in Unix seconds, amounts in nAVAX. */
export const CurrentAutoRenewedCycle = z
  .object({
    ...cycleFields,
    projectedValidationReward: smallestUnit('Validation reward of the whole cycle if the validator stays eligible.'),
    accruedDelegateeReward: smallestUnit('Delegation fees of delegations that ended during the cycle.'),
    state: AutoRenewState,
  })
  .meta({ id: 'CurrentAutoRenewedCycle', description: 'The current cycle of a validator that renews its stake.' });
/** The cycle that has not ended. */
export type CurrentAutoRenewedCycle = z.infer<typeof CurrentAutoRenewedCycle>;

/** A page of cycles. */
export const ListAutoRenewedCyclesResponse = z
  .object({
    nextPageToken,
    cycles: z.array(AutoRenewedCycle).meta({ description: 'The ended cycles of this page.' }),
    currentCycle: CurrentAutoRenewedCycle.optional().meta({
      description: 'The current cycle. Only on the first page, and absent if the stake has ended.',
    }),
  })
  .meta({ id: 'ListAutoRenewedCyclesResponse', description: 'A page of cycles of a validator.' });
