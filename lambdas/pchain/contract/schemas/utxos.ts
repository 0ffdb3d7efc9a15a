import * as z from 'zod';
import { bytes, integer, number, seconds } from '../../../core/contract/schemas/fields';
import { nextPageToken } from '../../../core/contract/schemas/params';
import { AssetAmount } from './assets';
import { PrimaryNetworkChainInfo } from './blocks';
import { addresses, height, id, smallestUnit } from './fields';

const UtxoType = z.enum(['STAKE', 'TRANSFER']).meta({
  id: 'UtxoType',
  description:
    'STAKE: staked by its transaction and returned at the end of the stake, or with a stakeableLocktime. TRANSFER: any other. Absent if the output was created before the index begins and has no stakeableLocktime.',
});
export const RewardType = z.enum(['VALIDATOR', 'DELEGATOR', 'VALIDATOR_FEE']).meta({
  id: 'RewardType',
  description:
    "Kind of reward: for a validator's stake, for a delegator's stake, or a validator's share of its delegators' rewards.",
});

export const PChainUtxo = z
  .object({
    utxoId: id('Id of the output.'),
    utxoBytes: bytes(
      'The output as returned by platform.getUTXOs in hex, with its checksum. Absent if an owner is unknown: outputs of other chains, of the genesis, from before the index begins, and in lists if there are more than 32 owners.',
    ).optional(),
    txHash: id('The transaction of the output; for most rewards, the staking transaction.'),
    outputIndex: integer('Index among the outputs of that transaction.', 0),
    utxoType: UtxoType.optional(),
    rewardType: RewardType.optional(),
    addresses: addresses(
      'Owners. For an output of another chain: the signers. With more than 32 owners, lists of outputs contain only a requested one; the creating transaction contains all.',
    ).optional(),
    threshold: integer('Number of required signatures.', 1).optional(),
    platformLocktime: number(
      'Time before which it cannot be spent, Unix time in seconds; 0 if there is none. Absent for outputs of the genesis and of other chains.',
      0,
    ).optional(),
    stakeableLocktime: number(
      'Time before which it can only be staked, Unix time in seconds.',
      1_763_856_000,
    ).optional(),
    asset: AssetAmount,
    amount: smallestUnit('Same as asset.amount.').meta({ deprecated: true }),
    assetId: id('Same as asset.assetId.').meta({ deprecated: true }),
    createdOnChainId: id('The chain of the creating transaction.'),
    blockNumber: height(
      'Height of the creating block; for a reward, of the block that decided on it; for an output of another chain, of the block that imported it. Absent if before the index begins.',
    ).optional(),
    blockTimestamp: seconds('Time of that block.').optional(),
    consumedOnChainId: id('The chain on which it can be spent.'),
    consumingTxHash: id('The transaction that spent it.').optional(),
    consumingBlockNumber: height('Height of the block that spent it.').optional(),
    consumingBlockTimestamp: seconds('Time of that block.').optional(),
    staked: z.boolean().optional().meta({
      description:
        'In lists of outputs: whether it is currently staked. In a transaction: whether that transaction staked it.',
    }),
    utxoStartTimestamp: seconds('Start of the stake.').optional(),
    utxoEndTimestamp: seconds('End of the stake.').optional(),
  })
  .meta({ id: 'PChainUtxo', description: 'An output of a transaction of the P-Chain.' });
export type PChainUtxo = z.infer<typeof PChainUtxo>;

export const ListPChainUtxosResponse = z
  .object({
    nextPageToken,
    utxos: z.array(PChainUtxo).meta({ description: 'The outputs of this page.' }),
    chainInfo: PrimaryNetworkChainInfo,
  })
  .meta({ id: 'ListPChainUtxosResponse', description: 'A page of outputs of the P-Chain.' });
