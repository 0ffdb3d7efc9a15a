import { toCb58 } from '../../core/domain/cb58';
import type { AutoRenewDetails, AutoRenewedCycle, CurrentAutoRenewedCycle } from '../contract/schemas/auto-renewal';
import { cycleDelegations, type PCycleRow } from '../domain/cycles';
import type { AutoRenewal } from '../domain/replay/state';
import type { PValidatorRow } from '../domain/validators';
import { addressesView, type NetworkIds } from './owners';
import { SHARES_PER_PERCENT } from './transaction-details';

/** Empty if the stake is not auto-renewed, or if its earlier cycles are unknown. */
export function autoRenewView(row: PValidatorRow, ids: Pick<NetworkIds, 'hrp'>): { autoRenew?: AutoRenewDetails } {
  const { renewal, weight, ended, rewardAddresses, delegationRewardAddresses } = row;
  const { accruedValidationReward: validation, accruedDelegateeReward: delegatee } = renewal ?? {};
  if (!renewal || validation === undefined || delegatee === undefined) return {};
  return {
    autoRenew: {
      state: ended ? (ended.rewarded ? 'exited' : 'aborted') : getState(renewal),
      nextPeriodSeconds: Number(renewal.nextPeriod),
      autoCompoundSharePercent: renewal.compoundShares / SHARES_PER_PERCENT,
      compoundedWeight: String(weight),
      accruedValidationRewards: String(validation),
      accruedDelegateeRewards: String(delegatee),
      validationRewardAddresses: addressesView(rewardAddresses, ids),
      delegationRewardAddresses: addressesView(delegationRewardAddresses, ids),
      exitReason: ended ? (ended.rewarded ? 'graceful' : 'uptime_not_met') : null,
      endedAtTimestamp: ended?.time ?? null,
    },
  };
}

const getState = ({ nextPeriod }: AutoRenewal) => (nextPeriod === 0n ? 'exiting' : 'renewing');

export const cycleView = ({ validation, delegatee, ...row }: PCycleRow): AutoRenewedCycle => ({
  cycleIndex: row.index,
  rewardTxHash: toCb58(row.by),
  stakingTxHash: toCb58(row.stakingTxId),
  startTimestamp: row.start,
  endTimestamp: row.end,
  weightAtCycleStart: String(row.weight),
  grossValidationReward: String(validation.gross),
  withdrawnValidationReward: String(validation.gross - validation.compounded),
  compoundedValidationReward: String(validation.compounded),
  grossDelegateeReward: String(delegatee.gross),
  withdrawnDelegateeReward: String(delegatee.gross - delegatee.compounded),
  compoundedDelegateeReward: String(delegatee.compounded),
  autoCompoundSharePercent: row.compoundShares / SHARES_PER_PERCENT,
  outcome: row.outcome,
  delegatorCount: row.delegations.count,
  amountDelegated: String(row.delegations.weight),
});

/** undefined if the stake has no current cycle, or if its number is unknown. */
export function currentCycleView(row: PValidatorRow): CurrentAutoRenewedCycle | undefined {
  const { renewal, ended } = row;
  const delegations = cycleDelegations(row);
  if (!renewal?.cycle || !delegations || ended) return undefined;
  return {
    cycleIndex: renewal.cycle.index,
    stakingTxHash: toCb58(row.txId),
    startTimestamp: row.start,
    endTimestamp: row.end,
    weightAtCycleStart: String(row.weight),
    projectedValidationReward: String(row.potentialReward),
    accruedDelegateeReward: String(row.delegateeReward),
    autoCompoundSharePercent: renewal.compoundShares / SHARES_PER_PERCENT,
    state: getState(renewal),
    delegatorCount: delegations.count,
    amountDelegated: String(delegations.weight),
  };
}
