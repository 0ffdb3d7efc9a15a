import * as z from 'zod';
import { integer, number, seconds } from '../../../core/contract/schemas/fields';
import { nextPageToken } from '../../../core/contract/schemas/params';
import { addresses, id, smallestUnit } from './fields';

export const StakingType = z.enum(['fixed', 'autoRenewed']).meta({
  id: 'StakingType',
  description:
    'fixed: the stake ends once. autoRenewed: the validator renews its stake in cycles (ACP-236); start, end and amountStaked refer to the current cycle.',
});
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

const share = number('Share of the rewards of a cycle that is restaked, percent.', 25);

export const AutoRenewDetails = z
  .object({
    state: AutoRenewState,
    nextPeriodSeconds: integer('Length of the next cycle in seconds; 0: the current cycle is the last.', 1_209_600),
    autoCompoundSharePercent: share,
    compoundedWeight: smallestUnit('The initial stake and all restaked rewards.'),
    accruedValidationRewards: smallestUnit('Validation rewards of earlier cycles that were restaked.'),
    accruedDelegateeRewards: smallestUnit('Delegation fees of earlier cycles that were restaked.'),
    validationRewardAddresses: addresses('Recipients of the validation rewards.'),
    delegationRewardAddresses: addresses('Recipients of the delegation fees.'),
    exitReason: AutoRenewExitReason.nullable().meta({ description: 'Why the renewal ended. null while it validates.' }),
    endedAtTimestamp: seconds('When it ended.').nullable().meta({
      description: 'When the renewal ended, Unix time in seconds. null while it validates.',
    }),
  })
  .meta({ id: 'AutoRenewDetails', description: 'Renewal of the stake of a validator (ACP-236).' });
export type AutoRenewDetails = z.infer<typeof AutoRenewDetails>;

const cycleFields = {
  cycleIndex: integer('Number of the cycle within its stake, from 1.', 3),
  stakingTxHash: id('The AddAutoRenewedValidatorTx that started the stake, shared by all its cycles.'),
  startTimestamp: seconds('Start of the cycle.'),
  endTimestamp: seconds('End of the cycle.'),
  weightAtCycleStart: smallestUnit('The stake during the cycle, without rewards of this cycle.'),
  autoCompoundSharePercent: share,
  delegatorCount: integer('Number of delegations during the cycle.', 4),
  amountDelegated: smallestUnit('Total of these delegations, not included in weightAtCycleStart.'),
};

export const AutoRenewedCycle = z
  .object({
    ...cycleFields,
    rewardTxHash: id('The transaction that ended the cycle.'),
    grossValidationReward: smallestUnit('Validation reward of this cycle; 0 if it was aborted.'),
    withdrawnValidationReward: smallestUnit('The part that was paid out.'),
    compoundedValidationReward: smallestUnit('The part that was restaked.'),
    grossDelegateeReward: smallestUnit('Delegation fees of this cycle, which are paid even if it was aborted.'),
    withdrawnDelegateeReward: smallestUnit('The part that was paid out.'),
    compoundedDelegateeReward: smallestUnit('The part that was restaked.'),
    outcome: z.enum(['renewed', 'exited', 'aborted']).meta({
      id: 'AutoRenewedCycleOutcome',
      description:
        'renewed: the next cycle began. exited: the last cycle, as configured. aborted: not eligible for a reward.',
    }),
  })
  .meta({ id: 'AutoRenewedCycle', description: 'An ended cycle of an auto-renewed validator.' });
export type AutoRenewedCycle = z.infer<typeof AutoRenewedCycle>;

export const CurrentAutoRenewedCycle = z
  .object({
    ...cycleFields,
    projectedValidationReward: smallestUnit('Validation reward of the whole cycle, if the validator stays eligible.'),
    accruedDelegateeReward: smallestUnit('Delegation fees of delegations that ended during the cycle so far.'),
    state: AutoRenewState,
  })
  .meta({ id: 'CurrentAutoRenewedCycle', description: 'The current cycle of an auto-renewed validator.' });
export type CurrentAutoRenewedCycle = z.infer<typeof CurrentAutoRenewedCycle>;

export const ListAutoRenewedCyclesResponse = z
  .object({
    nextPageToken,
    cycles: z.array(AutoRenewedCycle).meta({ description: 'The ended cycles of this page.' }),
    currentCycle: CurrentAutoRenewedCycle.optional().meta({
      description: 'The current cycle. Only on the first page, and absent if the stake has ended.',
    }),
  })
  .meta({ id: 'ListAutoRenewedCyclesResponse', description: 'A page of cycles of a validator.' });
