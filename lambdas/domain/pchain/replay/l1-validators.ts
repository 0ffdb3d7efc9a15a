import type { TxOf } from '../codec/tx';
import { l1MessageOf } from '../codec/warp';
import { convertedValidationIdOf } from '../ids';
import type { NetworkRules } from './rules';
import type { L1Validator, PChainState } from './state';
import type { Step } from './step';
import { costOf, excessAfter } from './validator-fee';

/** L1 validators pay for the seconds up to a block, and those that cannot become inactive (ACP-77). */
export function chargeValidators(state: PChainState, { validatorFee }: NetworkRules, seconds: number): void {
  const [active, passed] = [BigInt(state.active.size), BigInt(seconds)];
  state.accruedFees += costOf(validatorFee, active, state.excess, passed);
  state.excess = excessAfter(state.excess, active, validatorFee.target, passed);
  deactivate(state, ({ endAccruedFees }) => endAccruedFees <= state.accruedFees);
}

/** After the transactions of a block, those become inactive that could not pay for one more second. */
export function deactivateUnpaid(state: PChainState, { validatorFee }: NetworkRules): void {
  if (state.active.size === 0) return;
  const needed = state.accruedFees + costOf(validatorFee, BigInt(state.active.size), state.excess, 1n);
  deactivate(state, ({ endAccruedFees }) => endAccruedFees < needed);
}

function deactivate(state: PChainState, isOver: (validator: L1Validator) => boolean): void {
  for (const validationId of state.active) {
    const validator = state.l1Validators.get(validationId);
    if (validator && isOver(validator)) put(state, { ...validator, endAccruedFees: 0n });
  }
}

function put(state: PChainState, validator: L1Validator): void {
  state.l1Validators.set(validator.validationId, validator);
  if (validator.endAccruedFees > 0n) state.active.add(validator.validationId);
  else state.active.delete(validator.validationId);
}

const endFor = ({ accruedFees }: PChainState, balance: bigint): bigint => (balance > 0n ? accruedFees + balance : 0n);

/** A subnet becomes an L1 with its first validators. */
export function convert({ state, sha256 }: Step, { subnetId, validators }: TxOf<'ConvertSubnetToL1Tx'>): void {
  validators.forEach(({ nodeId, weight, balance, signer, remainingBalanceOwner, deactivationOwner }, index) => {
    put(state, {
      validationId: convertedValidationIdOf(subnetId, index, sha256),
      ...{ subnetId, nodeId, publicKey: signer.publicKey, start: state.time, weight, minNonce: 0n },
      ...{ endAccruedFees: endFor(state, balance), remainingBalanceOwner, deactivationOwner },
    });
  });
}

/** The manager of an L1 has registered a validator: its message says which, and is the id of the validation. */
export function register({ state, sha256 }: Step, { message, balance }: TxOf<'RegisterL1ValidatorTx'>): void {
  const { message: said, bytes } = l1MessageOf(message);
  if (said.type !== 'RegisterL1Validator') throw new Error(`a registration with a ${said.type}`);
  const { subnetId, nodeId, publicKey, weight, remainingBalanceOwner, deactivationOwner } = said;
  put(state, {
    validationId: `0x${sha256(bytes)}`,
    ...{ subnetId, nodeId, publicKey, start: state.time, weight, minNonce: 0n },
    ...{ endAccruedFees: endFor(state, balance), remainingBalanceOwner, deactivationOwner },
  });
}

/** The manager of an L1 has set a weight; a weight of 0 removes the validator, and pays back what is left. */
export function setWeight(step: Step, { message, outputs }: TxOf<'SetL1ValidatorWeightTx'>): void {
  const { state } = step;
  const { message: said } = l1MessageOf(message);
  if (said.type !== 'L1ValidatorWeight') throw new Error(`a weight with a ${said.type}`);
  const validator = validatorOf(state, said.validationId);
  if (said.weight > 0n) {
    put(state, { ...validator, weight: said.weight, minNonce: said.nonce + 1n });
    return;
  }
  refund(step, validator, outputs.length);
  state.active.delete(validator.validationId);
  state.l1Validators.delete(validator.validationId);
}

/** A balance grows; an inactive validator becomes active. */
export function increase({ state }: Step, { validationId, balance }: TxOf<'IncreaseL1ValidatorBalanceTx'>): void {
  const validator = validatorOf(state, validationId);
  const from = validator.endAccruedFees > 0n ? validator.endAccruedFees : state.accruedFees;
  put(state, { ...validator, endAccruedFees: from + balance });
}

/** A validator becomes inactive, and what is left is paid back. */
export function disable(step: Step, { validationId, outputs }: TxOf<'DisableL1ValidatorTx'>): void {
  const validator = validatorOf(step.state, validationId);
  refund(step, validator, outputs.length);
  put(step.state, { ...validator, endAccruedFees: 0n });
}

/** What is left of a balance becomes an output of the transaction, behind its own. */
function refund(
  { state: { accruedFees }, rules, effects, txId }: Step,
  { endAccruedFees, remainingBalanceOwner }: L1Validator,
  outputIndex: number,
): void {
  if (endAccruedFees === 0n) return;
  effects.created.push({
    ...{ txId, outputIndex, assetId: rules.avaxAssetId, amount: endAccruedFees - accruedFees },
    ...{ owners: { locktime: 0n, ...remainingBalanceOwner }, origin: 'refund', by: txId },
  });
}

function validatorOf({ l1Validators }: PChainState, validationId: string): L1Validator {
  const found = l1Validators.get(validationId);
  if (!found) throw new Error(`no validation ${validationId}`);
  return found;
}
