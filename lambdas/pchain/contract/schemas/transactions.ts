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

/** The types of transactions. Earlier versions of the contract have fewer: see `contract-version.ts`. */
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
    { error: 'must be a type of transaction that the documentation lists' },
  )
  .meta({ id: 'PChainTransactionType', description: 'Type of a transaction. UNKNOWN: newer than the others.' });

const amounts = (description: string) => z.array(AssetAmount).meta({ description: `${description} By asset.` });

/** A transaction of the P-chain. Times in Unix seconds, amounts in the smallest unit of their asset. */
export const PChainTransaction = z
  .object({
    txHash: id('Id of the transaction.'),
    txType: PChainTxType,
    blockTimestamp: seconds('Time of its block. Absent if that is before the index begins.').optional(),
    blockNumber: height('Height of its block. Absent as blockTimestamp is.').optional(),
    blockHash: id('Id of its block. Absent as blockTimestamp is.').optional(),
    consumedUtxos: z.array(PChainUtxo).meta({ description: 'The outputs that it spent, in the order of its inputs.' }),
    emittedUtxos: z.array(PChainUtxo).meta({
      description:
        'Its outputs in their order, then rewards that it paid and balances of L1 validators that it returned. A staking transaction also has the rewards of its stake, once they are paid.',
    }),
    sourceChain: id('The chain that it imports from.').optional(),
    destinationChain: id('The chain that it exports to.').optional(),
    value: amounts('What its own outputs have, staked and exported ones included.'),
    amountBurned: amounts('What it spent and did not put in outputs: fees, and balances of L1 validators.'),
    amountStaked: amounts('What it staked.'),
    amountL1ValidatorBalanceBurned: amounts('What of amountBurned became balances of L1 validators.'),
    startTimestamp: seconds(
      'When its stake begins. Of an AddAutoRenewedValidatorTx: when the current cycle began, or the last one.',
    ).optional(),
    endTimestamp: seconds('When its stake ends, or that cycle.').optional(),
    delegationFeePercent: text("The validator's share of the rewards of its delegators, percent.", '2.0000').optional(),
    nodeId: nodeId.optional(),
    subnetId: subnetId.optional(),
    l1ValidatorManagerDetails: L1ValidatorManagerDetails.optional(),
    l1ValidatorDetails: z
      .array(L1ValidatorDetailsTransaction)
      .optional()
      .meta({ description: 'The L1 validators that it changed, right after it.' }),
    estimatedReward: smallestUnit(
      'What its stake is promised, or that cycle. Of a RewardAutoRenewedValidatorTx: the cycle that it begins.',
    ).optional(),
    rewardTxHash: id('The transaction that ended its stake.').optional(),
    rewardAddresses: addresses('Who gets the reward of its stake.').optional(),
    memo: text('What its sender wrote into it, bytes: 0x and hexadecimal digits.', '0x68656c6c6f').optional(),
    stakingTxHash: id('The transaction whose stake it ends or changes.').optional(),
    subnetOwnershipInfo: SubnetOwnershipInfo.optional().meta({ description: 'The owners that it gives a subnet.' }),
    blsCredentials: BlsCredentials.optional(),
    blockchainInfo: BlockchainInfo.optional(),
    period: integer('Length of a cycle in seconds (ACP-236); 0: the current cycle is the last.', 1_209_600).optional(),
    autoCompoundRewardShares: integer(
      'Share of the rewards of each cycle that is staked again, in millionths.',
      250_000,
    ).optional(),
    validatorAuthority: BalanceOwner.optional().meta({
      description: 'Who may change or end the renewal of its stake.',
    }),
  })
  .meta({ id: 'PChainTransaction', description: 'A transaction of the P-chain.' });
/** A transaction of the P-chain. */
export type PChainTransaction = z.infer<typeof PChainTransaction>;

/** A transaction of a stake that has not ended. */
const PChainStakingTransaction = z
  .object({
    ...PChainTransaction.shape,
    autoRenew: AutoRenewDetails.optional().meta({
      description: 'How the validator renews its stake now. Only of an AddAutoRenewedValidatorTx.',
    }),
  })
  .meta({ id: 'PChainStakingTransaction', description: 'A transaction of a stake that has not ended.' });

/** A page of transactions of stakes that have not ended. */
export const ListPChainStakingTransactionsResponse = z
  .object({
    nextPageToken,
    transactions: z.array(PChainStakingTransaction).meta({ description: 'The transactions of this page.' }),
    chainInfo: PrimaryNetworkChainInfo,
  })
  .meta({ id: 'ListPChainStakingTransactionsResponse', description: 'A page of transactions of current stakes.' });

/** A page of transactions. */
export const ListPChainTransactionsResponse = z
  .object({
    nextPageToken,
    transactions: z.array(PChainTransaction).meta({ description: 'The transactions of this page.' }),
    chainInfo: PrimaryNetworkChainInfo,
  })
  .meta({ id: 'ListPChainTransactionsResponse', description: 'A page of transactions of the P-chain.' });
