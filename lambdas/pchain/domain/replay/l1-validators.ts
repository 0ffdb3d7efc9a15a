import type { TxOf } from '../codec/tx';
import { getL1Message } from '../codec/warp';
import { getConvertedValidationId } from '../ids';
import type { BlockEffects, L1Change } from './effects';
import type { NetworkRules } from './rules';
import type { L1Validator, PChainState } from './state';
import type { Step } from './step';
import { excessAfter, getCost } from './validator-fee';

/** ACP-77. */
export function chargeValidators(
  state: PChainState,
  effects: BlockEffects,
  { validatorFee }: NetworkRules,
  seconds: number,
): void {
  const [active, passed] = [BigInt(state.active.size), BigInt(seconds)];
  const before = state.accruedFees;
  state.accruedFees += getCost(validatorFee, active, state.excess, passed);
  state.excess = excessAfter(state.excess, active, validatorFee.target, passed);
  countFees(state, before);
  deactivate({ state, effects }, ({ endAccruedFees }) => endAccruedFees <= state.accruedFees);
}

function countFees({ fees: day, accruedFees, active, l1Validators }: PChainState, before: bigint): void {
  if (!day || accruedFees === before) return;
  for (const validationId of active) {
    const validator = l1Validators.get(validationId);
    if (!validator) continue;
    const { nodeId, subnetId, endAccruedFees } = validator;
    const until = endAccruedFees < accruedFees ? endAccruedFees : accruedFees;
    const fees = (day.paid.get(validationId)?.fees ?? 0n) + until - before;
    day.paid.set(validationId, { nodeId, subnetId, fees });
  }
}

/** After a block's transactions: deactivates those unable to pay for one more second. */
export function deactivateUnpaid(state: PChainState, effects: BlockEffects, { validatorFee }: NetworkRules): void {
  if (state.active.size === 0) return;
  const needed = state.accruedFees + getCost(validatorFee, BigInt(state.active.size), state.excess, 1n);
  deactivate({ state, effects }, ({ endAccruedFees }) => endAccruedFees < needed);
}

type Changing = Pick<Step, 'state' | 'effects'> & Partial<Pick<Step, 'txId'>>;

function deactivate(changing: Changing, isOver: (validator: L1Validator) => boolean): void {
  for (const validationId of changing.state.active) {
    const validator = changing.state.l1Validators.get(validationId);
    if (validator && isOver(validator)) put(changing, { ...validator, endAccruedFees: 0n });
  }
}

function put({ state, effects, txId: by }: Changing, validator: L1Validator, change = 0n): void {
  const { validationId, endAccruedFees } = validator;
  state.l1Validators.set(validationId, validator);
  if (endAccruedFees > 0n) state.active.add(validationId);
  else state.active.delete(validationId);
  effects.l1Changes.push({ validator, by, balance: balanceOf(state, validator), change, removed: false });
}

export const balanceOf = (
  { accruedFees }: Pick<PChainState, 'accruedFees'>,
  { endAccruedFees }: Pick<L1Validator, 'endAccruedFees'>,
): bigint => (endAccruedFees > accruedFees ? endAccruedFees - accruedFees : 0n);

const endFor = ({ accruedFees }: PChainState, balance: bigint): bigint => (balance > 0n ? accruedFees + balance : 0n);

export function convert(step: Step, { subnetId, validators }: TxOf<'ConvertSubnetToL1Tx'>): void {
  const { state, sha256, place } = step;
  validators.forEach(({ nodeId, weight, balance, signer, remainingBalanceOwner, deactivationOwner }, index) => {
    const { publicKey, proofOfPossession } = signer;
    const validator = {
      validationId: getConvertedValidationId(subnetId, index, sha256),
      created: { ...place, index },
      subnetId,
      nodeId,
      publicKey,
      proofOfPossession,
      start: state.time,
      weight,
      minNonce: 0n,
      endAccruedFees: endFor(state, balance),
      remainingBalanceOwner,
      deactivationOwner,
    };
    put(step, validator, balance);
  });
}

/** The validation ID is the hash of the manager's message. */
export function register(step: Step, tx: TxOf<'RegisterL1ValidatorTx'>): void {
  const { state, sha256, place } = step;
  const { message, balance, proofOfPossession } = tx;
  const { message: payload, bytes } = getL1Message(message);
  if (payload.type !== 'RegisterL1Validator') throw new Error(`unexpected message in a registration: ${payload.type}`);
  const { subnetId, nodeId, publicKey, weight, remainingBalanceOwner, deactivationOwner } = payload;
  const validator = {
    validationId: `0x${sha256(bytes)}`,
    created: { ...place, index: 0 },
    subnetId,
    nodeId,
    publicKey,
    proofOfPossession,
    start: state.time,
    weight,
    minNonce: 0n,
    endAccruedFees: endFor(state, balance),
    remainingBalanceOwner,
    deactivationOwner,
  };
  put(step, validator, balance);
}

/** A weight of 0 removes the validator and refunds its balance. */
export function setWeight(step: Step, { message, outputs }: TxOf<'SetL1ValidatorWeightTx'>): void {
  const { state, effects, txId } = step;
  const { message: payload } = getL1Message(message);
  if (payload.type !== 'L1ValidatorWeight') throw new Error(`unexpected message in a weight change: ${payload.type}`);
  const validator = getValidator(state, payload.validationId);
  if (payload.weight > 0n) {
    put(step, { ...validator, weight: payload.weight, minNonce: payload.nonce + 1n });
    return;
  }
  const change = refund(step, validator, outputs.length);
  state.active.delete(validator.validationId);
  state.l1Validators.delete(validator.validationId);
  const gone: L1Change = {
    validator: { ...validator, weight: 0n, endAccruedFees: 0n },
    by: txId,
    balance: 0n,
    change,
    removed: true,
  };
  effects.l1Changes.push(gone);
}

export function increase(step: Step, { validationId, balance }: TxOf<'IncreaseL1ValidatorBalanceTx'>): void {
  const { state } = step;
  const validator = getValidator(state, validationId);
  const from = validator.endAccruedFees > 0n ? validator.endAccruedFees : state.accruedFees;
  put(step, { ...validator, endAccruedFees: from + balance }, balance);
}

export function disable(step: Step, { validationId, outputs }: TxOf<'DisableL1ValidatorTx'>): void {
  const validator = getValidator(step.state, validationId);
  put(step, { ...validator, endAccruedFees: 0n }, refund(step, validator, outputs.length));
}

function refund(
  { state: { accruedFees }, rules, effects, txId }: Step,
  { endAccruedFees, remainingBalanceOwner }: L1Validator,
  outputIndex: number,
): bigint {
  if (endAccruedFees === 0n) return 0n;
  const amount = endAccruedFees - accruedFees;
  effects.created.push({
    txId,
    outputIndex,
    assetId: rules.avaxAssetId,
    amount,
    owners: { locktime: 0n, ...remainingBalanceOwner },
    origin: 'refund',
    by: txId,
  });
  return -amount;
}

function getValidator({ l1Validators }: PChainState, validationId: string): L1Validator {
  const found = l1Validators.get(validationId);
  if (!found) throw new Error(`no L1 validator with validation ID ${validationId}`);
  return found;
}
