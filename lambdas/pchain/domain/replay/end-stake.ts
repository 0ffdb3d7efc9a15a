import type { Owners } from '../codec/parts';
import type { Origin } from './effects';
import { create } from './outputs';
import { split } from './reward';
import type { NetworkRules } from './rules';
import { addSupply, getPotentialReward, removeStaker, validatorFor } from './stakers';
import type { AutoRenewal, PChainState, Staker } from './state';
import type { Step } from './step';
import { min } from './uint64';

type Restaked = 'renewal' | 'potentialReward' | 'delegateeReward' | 'weight';
type Renewed = Staker & { readonly renewal: AutoRenewal };

/**
 * Delegatee rewards are paid in either case. Reward outputs are numbered after the outputs of the
 * staking transaction and the stake (`proposal_tx_executor.go`).
 */
export function endStake(step: Step, staker: Staker, committed: boolean): void {
  const { state, rules, effects, txId: by } = step;
  removeStaker(state, effects, { staker, by, ending: committed ? 'rewarded' : 'not rewarded' });
  payBack(step, staker);
  if (!committed) addSupply(state, staker.subnetId, -staker.potentialReward);
  const paid = payer(step, staker, { txId: staker.txId, from: staker.outputs + staker.stake.length });
  if (staker.kind === 'validator') {
    if (committed) paid(staker.potentialReward, staker.rewardsOwner, 'validation reward');
    paid(staker.delegateeReward, staker.delegationRewardsOwner, 'delegatee reward');
    return;
  }
  if (!committed) return;
  const validator = validatorFor(state, staker);
  if (!validator) throw new Error(`no validator of the delegator ${staker.txId}`);
  const { share, rest } = split(staker.potentialReward, validator.shares ?? 0);
  paid(rest, staker.rewardsOwner, 'delegation reward');
  // Since Cortina it accrues until the validator's own stake ends.
  if (validator.start < rules.upgrades.cortina) paid(share, validator.delegationRewardsOwner, 'delegatee reward');
  else {
    state.stakers.set(validator.txId, { ...validator, delegateeReward: validator.delegateeReward + share });
    effects.stakers.add(validator.txId);
  }
}

/** ACP-236. The rewards are outputs of the reward transaction. */
export function endCycle(step: Step, staker: Renewed, committed: boolean): void {
  const { state, rules, effects, txId } = step;
  const { renewal, potentialReward, delegateeReward } = staker;
  const paid = payer(step, staker, { txId, from: 0 });
  if (committed && renewal.nextPeriod > 0n) {
    const { validation, delegatee } = restaked(staker, rules);
    paid(potentialReward - validation, staker.rewardsOwner, 'validation reward');
    paid(delegateeReward - delegatee, staker.delegationRewardsOwner, 'delegatee reward');
    effects.ended.push({ staker, by: txId, ending: 'rewarded' });
    renew(state, staker, { validation, delegatee }, rules);
    effects.stakers.add(staker.txId);
    return;
  }
  removeStaker(state, effects, { staker, by: txId, ending: committed ? 'rewarded' : 'not rewarded' });
  payBack(step, staker);
  if (!committed) addSupply(state, staker.subnetId, -potentialReward);
  const earned = committed ? potentialReward : 0n;
  const { accruedValidationReward: validation, accruedDelegateeReward: delegatee } = renewal;
  if (validation === undefined || delegatee === undefined) {
    effects.missingRewards.push({ staker, by: txId });
    return;
  }
  paid(earned + validation, staker.rewardsOwner, 'validation reward');
  paid(delegateeReward + delegatee, staker.delegationRewardsOwner, 'delegatee reward');
}

/** The configured share of a cycle's rewards, capped by the maximum validator stake. */
export function restaked(
  { renewal, potentialReward, delegateeReward, weight }: Pick<Renewed, Restaked>,
  { maxValidatorStake }: Pick<NetworkRules, 'maxValidatorStake'>,
) {
  if (renewal.nextPeriod === 0n) return { validation: 0n, delegatee: 0n };
  const validation = split(potentialReward, renewal.compoundShares).share;
  const delegatee = split(delegateeReward, renewal.compoundShares).share;
  const total = validation + delegatee;
  const room = min(total, maxValidatorStake - weight);
  const fitting = total > 0n ? (validation * room) / total : 0n;
  return { validation: fitting, delegatee: room - fitting };
}

function renew(
  state: PChainState,
  staker: Renewed,
  { validation, delegatee }: { validation: bigint; delegatee: bigint },
  rules: NetworkRules,
): void {
  const { renewal, delegations } = staker;
  const { accruedValidationReward: accrued, accruedDelegateeReward: accruedByOthers, cycle } = renewal;
  const next: Staker = {
    ...staker,
    start: staker.end,
    end: staker.end + Number(renewal.nextPeriod),
    delegateeReward: 0n,
    weight: staker.weight + validation + delegatee,
    renewal: {
      ...renewal,
      ...(accrued === undefined ? {} : { accruedValidationReward: accrued + validation }),
      ...(accruedByOthers === undefined ? {} : { accruedDelegateeReward: accruedByOthers + delegatee }),
      ...(cycle ? { cycle: { index: cycle.index + 1, earlier: delegations?.ever ?? cycle.earlier } } : {}),
    },
  };
  const potentialReward = getPotentialReward(state, next, rules);
  addSupply(state, staker.subnetId, potentialReward);
  state.stakers.set(staker.txId, { ...next, potentialReward });
}

function payBack({ effects, txId: by }: Step, { txId, outputs, stake }: Staker): void {
  create(effects, by, { txId, from: outputs, outputs: stake, origin: 'stake' });
}

/** Consecutive outputs in the staked asset. Zero amounts create no output. */
function payer({ effects, txId: by }: Step, { stake }: Staker, { txId, from }: { txId: string; from: number }) {
  let outputIndex = from;
  return (amount: bigint, owners: Owners | undefined, origin: Origin): void => {
    const [first] = stake;
    if (amount === 0n || !owners || !first) return;
    const { locktime, threshold, addresses } = owners;
    const output = { txId, outputIndex, assetId: first.assetId, amount, owners: { locktime, threshold, addresses } };
    effects.created.push({ ...output, origin, by });
    outputIndex += 1;
  };
}
