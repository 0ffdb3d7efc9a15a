import * as z from 'zod';
import { integer, seconds, text } from '../../../core/contract/schemas/fields';
import { nextPageToken } from '../../../core/contract/schemas/params';
import { AssetAmount } from './assets';
import { AutoRenewDetails } from './auto-renewal';
import { PrimaryNetworkChainInfo } from './blocks';
import { addresses, BlsCredentials, height, id, nodeId, smallestUnit, subnetId } from './fields';
import { BalanceOwner, L1ValidatorDetailsTransaction } from './l1-validators';
import { BlockchainInfo, L1ValidatorManagerDetails, SubnetOwnershipInfo } from './subnets';
import { PChainUtxo } from './utxos';

/** Earlier versions of the contract have fewer types: see `contract-version.ts`. */
export const PChainTxType = z
  .enum(
    [
      'AddValidatorTx',
      'AddSubnetValidatorTx',
      'AddDelegatorTx',
      'CreateChainTx',
      'CreateSubnetTx',
      'ImportTx',
      'ExportTx',
      'AdvanceTimeTx',
      'RewardValidatorTx',
      'RemoveSubnetValidatorTx',
      'TransformSubnetTx',
      'AddPermissionlessValidatorTx',
      'AddPermissionlessDelegatorTx',
      'BaseTx',
      'TransferSubnetOwnershipTx',
      'ConvertSubnetToL1Tx',
      'RegisterL1ValidatorTx',
      'SetL1ValidatorWeightTx',
      'DisableL1ValidatorTx',
      'IncreaseL1ValidatorBalanceTx',
      'AddAutoRenewedValidatorTx',
      'SetAutoRenewedValidatorConfigTx',
      'RewardAutoRenewedValidatorTx',
      'UNKNOWN',
    ],
    { error: 'must be a documented transaction type' },
  )
  .meta({ id: 'PChainTransactionType', description: 'Type of a transaction. UNKNOWN: a type added later.' });

const amounts = (description: string) => z.array(AssetAmount).meta({ description: `${description} Per asset.` });

export const PChainTransaction = z
  .object({
    txHash: id('Id of the transaction.'),
    txType: PChainTxType,
    blockTimestamp: seconds('Time of the block. Absent if before the index begins.').optional(),
    blockNumber: height('Height of the block. Absent if before the index begins.').optional(),
    blockHash: id('Id of the block. Absent if before the index begins.').optional(),
    consumedUtxos: z.array(PChainUtxo).meta({ description: 'The outputs spent, in input order.' }),
    emittedUtxos: z.array(PChainUtxo).meta({
      description:
        'The outputs in order, followed by rewards paid and balances of L1 validators returned by the transaction. A staking transaction also has the rewards of its stake, once paid.',
    }),
    sourceChain: id('The chain imported from.').optional(),
    destinationChain: id('The chain exported to.').optional(),
    value: amounts('Total of its own outputs, including staked and exported ones.'),
    amountBurned: amounts('Inputs minus outputs: fees and balances of L1 validators.'),
    amountStaked: amounts('Amount staked.'),
    amountL1ValidatorBalanceBurned: amounts('Part of amountBurned that became balances of L1 validators.'),
    startTimestamp: seconds(
      'Start of the stake. For an AddAutoRenewedValidatorTx: start of the current or last cycle.',
    ).optional(),
    endTimestamp: seconds('End of the stake or of that cycle.').optional(),
    delegationFeePercent: text("The validator's share of the rewards of its delegators, percent.", '2.0000').optional(),
    nodeId: nodeId.optional(),
    subnetId: subnetId.optional(),
    l1ValidatorManagerDetails: L1ValidatorManagerDetails.optional(),
    l1ValidatorDetails: z
      .array(L1ValidatorDetailsTransaction)
      .optional()
      .meta({ description: 'The L1 validators changed, as of right after the transaction.' }),
    estimatedReward: smallestUnit(
      'Potential reward of the stake or of that cycle. For a RewardAutoRenewedValidatorTx: of the cycle that it starts.',
    ).optional(),
    rewardTxHash: id('The transaction that ended the stake.').optional(),
    rewardAddresses: addresses('Recipients of the staking reward.').optional(),
    memo: text('Memo bytes: 0x and hexadecimal digits.', '0x68656c6c6f').optional(),
    stakingTxHash: id('The staking transaction that it ends or changes.').optional(),
    subnetOwnershipInfo: SubnetOwnershipInfo.optional().meta({ description: 'New owners of a subnet.' }),
    blsCredentials: BlsCredentials.optional(),
    blockchainInfo: BlockchainInfo.optional(),
    period: integer(
      'Length of a cycle in seconds (ACP-236); 0 if the current cycle is the last.',
      1_209_600,
    ).optional(),
    autoCompoundRewardShares: integer(
      'Share of the rewards of each cycle that is restaked, in millionths.',
      250_000,
    ).optional(),
    validatorAuthority: BalanceOwner.optional().meta({
      description: 'Owners that may change or end the renewal of the stake.',
    }),
  })
  .meta({ id: 'PChainTransaction', description: 'A transaction of the P-Chain.' });
export type PChainTransaction = z.infer<typeof PChainTransaction>;

const PChainStakingTransaction = z
  .object({
    ...PChainTransaction.shape,
    autoRenew: AutoRenewDetails.optional().meta({
      description: 'Current renewal state of the stake; only for an AddAutoRenewedValidatorTx.',
    }),
  })
  .meta({ id: 'PChainStakingTransaction', description: 'A staking transaction with a stake that has not ended.' });

export const ListPChainStakingTransactionsResponse = z
  .object({
    nextPageToken,
    transactions: z.array(PChainStakingTransaction).meta({ description: 'The transactions of this page.' }),
    chainInfo: PrimaryNetworkChainInfo,
  })
  .meta({
    id: 'ListPChainStakingTransactionsResponse',
    description: 'A page of transactions of active and pending stakes.',
  });

export const ListPChainTransactionsResponse = z
  .object({
    nextPageToken,
    transactions: z.array(PChainTransaction).meta({ description: 'The transactions of this page.' }),
    chainInfo: PrimaryNetworkChainInfo,
  })
  .meta({ id: 'ListPChainTransactionsResponse', description: 'A page of transactions of the P-Chain.' });
