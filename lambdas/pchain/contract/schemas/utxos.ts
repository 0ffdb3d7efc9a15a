import * as z from 'zod';
import { bytes, integer, number, seconds } from '../../../core/contract/schemas/fields';
import { nextPageToken } from '../../../core/contract/schemas/params';
import { AssetAmount } from './assets';
import { PrimaryNetworkChainInfo } from './blocks';
import { addresses, height, id, smallestUnit } from './fields';

const UtxoType = z.enum(['STAKE', 'TRANSFER']).meta({
  id: 'UtxoType',
  description:
    'STAKE: staked by its transaction and paid back at the end of the stake, or with a stakeableLocktime. TRANSFER: any other. Absent if it was made before the index begins and has no stakeableLocktime.',
});
/** For what a reward is. */
export const RewardType = z.enum(['VALIDATOR', 'DELEGATOR', 'VALIDATOR_FEE']).meta({
  id: 'RewardType',
  description: "For what a reward is: a validator's stake, a delegator's, or a validator's share of its delegators'.",
});

/** An output of a transaction. Times in Unix seconds, amounts in the asset's smallest unit. */
export const PChainUtxo = z
  .object({
    utxoId: id('Id of the output.'),
    utxoBytes: bytes(
      'The output as platform.getUTXOs of a node answers it in hex, with its checksum. Absent where an owner is unknown: outputs of other chains, of the genesis, from before the index begins, and with more than 32 owners in lists.',
    ).optional(),
    txHash: id('The transaction whose output it is, which of most rewards is the one that staked.'),
    outputIndex: integer('Position among the outputs of that transaction.', 0),
    utxoType: UtxoType.optional(),
    rewardType: RewardType.optional(),
    addresses: addresses(
      'Who may spend it. Of an output of another chain: who signed. Of more than 32 owners, lists of outputs name one of those that were asked for; the transaction that made it names all.',
    ).optional(),
    threshold: integer('How many of them must sign.', 1).optional(),
    platformLocktime: number(
      'It cannot be spent before, Unix time in seconds; 0: at any time. Absent of outputs of the genesis and of other chains.',
      0,
    ).optional(),
    stakeableLocktime: number('It can only be staked before, Unix time in seconds.', 1_763_856_000).optional(),
    asset: AssetAmount,
    amount: smallestUnit('The same as asset.amount.').meta({ deprecated: true }),
    assetId: id('The same as asset.assetId.').meta({ deprecated: true }),
    createdOnChainId: id('The chain whose transaction made it.'),
    blockNumber: height(
      'Height of the block that made it: of a reward, of the one that decided on it. Of an output of another chain: of the block that imported it. Absent if that was before the index begins.',
    ).optional(),
    blockTimestamp: seconds('Time of that block.').optional(),
    consumedOnChainId: id('The chain that it can be spent on.'),
    consumingTxHash: id('The transaction that spent it.').optional(),
    consumingBlockNumber: height('Height of the block that spent it.').optional(),
    consumingBlockTimestamp: seconds('Time of that block.').optional(),
    staked: z.boolean().optional().meta({
      description:
        'In lists of outputs: whether it is staked now. In a transaction: whether that transaction staked it.',
    }),
    utxoStartTimestamp: seconds('When its stake begins.').optional(),
    utxoEndTimestamp: seconds('When its stake ends.').optional(),
  })
  .meta({ id: 'PChainUtxo', description: 'An output of a transaction of the P-chain.' });
/** An output of a transaction. */
export type PChainUtxo = z.infer<typeof PChainUtxo>;

/** A page of outputs. */
export const ListPChainUtxosResponse = z
  .object({
    nextPageToken,
    utxos: z.array(PChainUtxo).meta({ description: 'The outputs of this page.' }),
    chainInfo: PrimaryNetworkChainInfo,
  })
  .meta({ id: 'ListPChainUtxosResponse', description: 'A page of outputs of the P-chain.' });
