import type { TxOf, TxType, UnsignedTx } from '../codec/tx';
import { endCycle, endStake } from './end-stake';
import { convert, disable, increase, register, setWeight } from './l1-validators';
import { create, transfer } from './outputs';
import { removeValidator, stake } from './stakers';
import type { Step } from './step';
import { changeSubnet, createSubnet, plainOwner } from './subnets';

/** Other types only spend and create outputs. */
const EXECUTE: { readonly [T in TxType]?: (step: Step, tx: TxOf<T>) => void } = {
  AddValidatorTx: stake,
  AddSubnetValidatorTx: stake,
  AddDelegatorTx: stake,
  AddPermissionlessValidatorTx: stake,
  AddPermissionlessDelegatorTx: stake,
  AddAutoRenewedValidatorTx: stake,
  SetAutoRenewedValidatorConfigTx: setRenewal,
  RemoveSubnetValidatorTx: removeValidator,
  CreateSubnetTx: createSubnet,
  TransferSubnetOwnershipTx: (step, { subnetId, newOwner }) =>
    changeSubnet(step, subnetId, { owner: plainOwner(newOwner) }),
  TransformSubnetTx: transform,
  ConvertSubnetToL1Tx(step, tx) {
    convert(step, tx);
    const { chainId: managerChainId, address: managerAddress } = tx;
    changeSubnet(step, tx.subnetId, { conversion: { txId: step.txId, managerChainId, managerAddress } });
  },
  RegisterL1ValidatorTx: register,
  SetL1ValidatorWeightTx: setWeight,
  IncreaseL1ValidatorBalanceTx: increase,
  DisableL1ValidatorTx: disable,
};

export function execute(step: Step, tx: UnsignedTx): void {
  if ('inputs' in tx) transfer(step, tx);
  (EXECUTE[tx.type] as ((step: Step, tx: UnsignedTx) => void) | undefined)?.(step, tx);
}

/** Before Banff, staking was proposed too: if aborted, the stake is returned. */
export function proposed(step: Step, tx: UnsignedTx, committed: boolean): void {
  switch (tx.type) {
    case 'RewardValidatorTx':
    case 'RewardAutoRenewedValidatorTx': {
      const staker = step.state.stakers.get(tx.txId);
      if (!staker) throw new Error(`no staker ${tx.txId}`);
      const { renewal } = staker;
      if (renewal) endCycle(step, { ...staker, renewal }, committed);
      else endStake(step, staker, committed);
      break;
    }
    case 'AddValidatorTx':
    case 'AddSubnetValidatorTx':
    case 'AddDelegatorTx': {
      transfer(step, tx);
      const { txId, effects } = step;
      if (committed) stake(step, tx);
      else if ('stake' in tx)
        create(effects, txId, { txId, from: tx.outputs.length, outputs: tx.stake, origin: 'stake' });
      break;
    }
    default:
      throw new Error(`unexpected proposal: ${tx.type}`);
  }
}

function setRenewal({ state, effects }: Step, tx: TxOf<'SetAutoRenewedValidatorConfigTx'>): void {
  const staker = state.stakers.get(tx.txId);
  if (!staker?.renewal) throw new Error(`no auto-renewed validator ${tx.txId}`);
  const { autoCompoundRewardShares: compoundShares, period: nextPeriod } = tx;
  state.stakers.set(staker.txId, { ...staker, renewal: { ...staker.renewal, compoundShares, nextPeriod } });
  effects.stakers.add(staker.txId);
}

function transform({ state, rules }: Step, tx: TxOf<'TransformSubnetTx'>): void {
  const { minConsumptionRate, maxConsumptionRate, maximumSupply: supplyCap, initialSupply: supply, subnetId } = tx;
  const { mintingPeriod } = rules.reward;
  state.elastic.set(subnetId, { reward: { minConsumptionRate, maxConsumptionRate, mintingPeriod, supplyCap }, supply });
}
