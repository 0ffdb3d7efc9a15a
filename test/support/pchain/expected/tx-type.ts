import type { UnsignedTx } from './node-types';

const BASE = ['networkID', 'blockchainID', 'outputs', 'inputs', 'memo'];

/** By unique fields; earlier entries win. */
const BY_FIELDS: readonly (readonly [fields: readonly string[], txType: string])[] = [
  [['validatorAuthority'], 'AddAutoRenewedValidatorTx'],
  [['auth', 'autoCompoundRewardShares'], 'SetAutoRenewedValidatorConfigTx'],
  [['txID', 'timestamp'], 'RewardAutoRenewedValidatorTx'],
  [['txID'], 'RewardValidatorTx'],
  [['time'], 'AdvanceTimeTx'],
  [['validator', 'signer'], 'AddPermissionlessValidatorTx'],
  [['validator', 'subnetID'], 'AddPermissionlessDelegatorTx'],
  [['validator', 'subnetAuthorization'], 'AddSubnetValidatorTx'],
  [['validator', 'shares'], 'AddValidatorTx'],
  [['validator', 'stake'], 'AddDelegatorTx'],
  [['chainName'], 'CreateChainTx'],
  [['owner'], 'CreateSubnetTx'],
  [['newOwner'], 'TransferSubnetOwnershipTx'],
  [['sourceChain', 'importedInputs'], 'ImportTx'],
  [['destinationChain', 'exportedOutputs'], 'ExportTx'],
  [['initialSupply'], 'TransformSubnetTx'],
  [['validators', 'chainID'], 'ConvertSubnetToL1Tx'],
  [['message', 'balance'], 'RegisterL1ValidatorTx'],
  [['message'], 'SetL1ValidatorWeightTx'],
  [['validationID', 'disableAuthorization'], 'DisableL1ValidatorTx'],
  [['validationID', 'balance'], 'IncreaseL1ValidatorBalanceTx'],
  [['nodeID', 'subnetID'], 'RemoveSubnetValidatorTx'],
];

export function getTxType(tx: UnsignedTx): string {
  const found = BY_FIELDS.find(([fields]) => fields.every((field) => field in tx));
  if (found) return found[1];
  if (Object.keys(tx).every((field) => BASE.includes(field))) return 'BaseTx';
  throw new Error(`no type of transaction has the fields ${Object.keys(tx).join(', ')}`);
}
