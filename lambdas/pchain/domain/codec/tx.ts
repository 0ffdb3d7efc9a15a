import { bytes, fixed, list, type Of, struct, text, u8, u32, u64, variants } from './codec';
import {
  authorization,
  convertedValidator,
  credential,
  id,
  input,
  nodeId,
  output,
  owners,
  signer,
  stake,
} from './parts';

const base = { networkId: u32, blockchainId: id, outputs: list(output), inputs: list(input), memo: bytes };
const subnetAuthorization = authorization;

// Codec type ID, and fields in wire order (`vms/platformvm/txs` of avalanchego). Amounts are in the
// smallest unit of the asset, times in Unix seconds, shares in millionths.
const TRANSACTIONS = {
  AddValidatorTx: [12, { ...base, validator: stake, stake: list(output), rewardsOwner: owners, shares: u32 }],
  AddSubnetValidatorTx: [13, { ...base, validator: stake, subnetId: id, subnetAuthorization }],
  AddDelegatorTx: [14, { ...base, validator: stake, stake: list(output), rewardsOwner: owners }],
  CreateChainTx: [
    15,
    { ...base, subnetId: id, chainName: text, vmId: id, fxIds: list(id), genesisData: bytes, subnetAuthorization },
  ],
  CreateSubnetTx: [16, { ...base, owner: owners }],
  ImportTx: [17, { ...base, sourceChain: id, importedInputs: list(input) }],
  ExportTx: [18, { ...base, destinationChain: id, exportedOutputs: list(output) }],
  AdvanceTimeTx: [19, { time: u64 }],
  RewardValidatorTx: [20, { txId: id }],
  RemoveSubnetValidatorTx: [23, { ...base, nodeId, subnetId: id, subnetAuthorization }],
  TransformSubnetTx: [
    24,
    {
      ...base,
      subnetId: id,
      assetId: id,
      initialSupply: u64,
      maximumSupply: u64,
      minConsumptionRate: u64,
      maxConsumptionRate: u64,
      minValidatorStake: u64,
      maxValidatorStake: u64,
      minStakeDuration: u32,
      maxStakeDuration: u32,
      minDelegationFee: u32,
      minDelegatorStake: u64,
      maxValidatorWeightFactor: u8,
      uptimeRequirement: u32,
      subnetAuthorization,
    },
  ],
  AddPermissionlessValidatorTx: [
    25,
    {
      ...base,
      validator: stake,
      subnetId: id,
      signer,
      stake: list(output),
      validationRewardsOwner: owners,
      delegationRewardsOwner: owners,
      shares: u32,
    },
  ],
  AddPermissionlessDelegatorTx: [
    26,
    { ...base, validator: stake, subnetId: id, stake: list(output), rewardsOwner: owners },
  ],
  TransferSubnetOwnershipTx: [33, { ...base, subnetId: id, subnetAuthorization, newOwner: owners }],
  BaseTx: [34, base],
  ConvertSubnetToL1Tx: [
    35,
    { ...base, subnetId: id, chainId: id, address: bytes, validators: list(convertedValidator), subnetAuthorization },
  ],
  RegisterL1ValidatorTx: [36, { ...base, balance: u64, proofOfPossession: fixed(96), message: bytes }],
  SetL1ValidatorWeightTx: [37, { ...base, message: bytes }],
  IncreaseL1ValidatorBalanceTx: [38, { ...base, validationId: id, balance: u64 }],
  DisableL1ValidatorTx: [39, { ...base, validationId: id, disableAuthorization: authorization }],
  // ACP-236.
  AddAutoRenewedValidatorTx: [
    40,
    {
      ...base,
      nodeId: bytes,
      signer,
      stake: list(output),
      validationRewardsOwner: owners,
      delegationRewardsOwner: owners,
      validatorAuthority: owners,
      shares: u32,
      autoCompoundRewardShares: u32,
      period: u64,
    },
  ],
  SetAutoRenewedValidatorConfigTx: [
    41,
    { ...base, txId: id, authorization, autoCompoundRewardShares: u32, period: u64 },
  ],
  RewardAutoRenewedValidatorTx: [42, { txId: id, timestamp: u64 }],
} as const;

export const unsignedTx = variants(TRANSACTIONS);
export type UnsignedTx = Of<typeof unsignedTx>;
export type TxType = UnsignedTx['type'];
export type TxOf<T extends TxType> = Extract<UnsignedTx, { readonly type: T }>;

export const signedTx = struct({ unsigned: unsignedTx, credentials: list(credential) });
