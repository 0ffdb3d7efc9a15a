import type { ValidatorSubEvent } from '../contract/schemas/validator-sub-events';
import type { UnsignedTx } from './codec/tx';
import { PRIMARY_NETWORK } from './replay/state';
import type { PBlockRow, PTxRow, TxL1Change } from './rows';

export interface ValidatorEvent {
  readonly name: ValidatorSubEvent;
  readonly nodeId: string;
  readonly subnetId: string;
  readonly l1?: TxL1Change;
}

export function getValidatorEvents({ additions }: PTxRow, tx: UnsignedTx): ValidatorEvent[] {
  const { ended, stake, l1Changes = [] } = additions;
  if (ended && additions.created) return [{ name: 'reward_distribution', ...ended }];
  const name = getL1Event(tx);
  // A weight of 0 removes a validator; other weight changes are not events.
  if (name)
    return l1Changes
      .filter((l1) => l1.weight === 0n || tx.type !== 'SetL1ValidatorWeightTx')
      .map((l1) => l1EventFor(name, l1));
  // An aborted staking proposal has no `stake`: it never started.
  if (!stake) return [];
  const staked = getStake(tx);
  return staked ? [staked] : [];
}

export const ranDryIn = ({ ranDry = [] }: PBlockRow): ValidatorEvent[] =>
  ranDry.map((l1) => l1EventFor('l1_validator_disabled', l1));

const l1EventFor = (name: ValidatorSubEvent, l1: TxL1Change): ValidatorEvent => ({
  name,
  nodeId: l1.nodeId,
  subnetId: l1.subnetId,
  l1,
});

function getL1Event(tx: UnsignedTx): ValidatorSubEvent | undefined {
  switch (tx.type) {
    case 'ConvertSubnetToL1Tx':
    case 'RegisterL1ValidatorTx':
      return 'validator_stake';
    case 'IncreaseL1ValidatorBalanceTx':
      return 'l1_validator_balance_increased';
    case 'DisableL1ValidatorTx':
      return 'l1_validator_disabled';
    case 'SetL1ValidatorWeightTx':
      return 'l1_validator_removed';
    default:
      return undefined;
  }
}

function getStake(tx: UnsignedTx): ValidatorEvent | undefined {
  switch (tx.type) {
    case 'AddDelegatorTx':
      return { name: 'delegator_stake', nodeId: tx.validator.nodeId, subnetId: PRIMARY_NETWORK };
    case 'AddPermissionlessDelegatorTx':
      return { name: 'delegator_stake', nodeId: tx.validator.nodeId, subnetId: tx.subnetId };
    case 'AddValidatorTx':
      return { name: 'validator_stake', nodeId: tx.validator.nodeId, subnetId: PRIMARY_NETWORK };
    case 'AddSubnetValidatorTx':
    case 'AddPermissionlessValidatorTx':
      return { name: 'validator_stake', nodeId: tx.validator.nodeId, subnetId: tx.subnetId };
    case 'AddAutoRenewedValidatorTx':
      return { name: 'validator_stake', nodeId: tx.nodeId, subnetId: PRIMARY_NETWORK };
    default:
      return undefined;
  }
}
