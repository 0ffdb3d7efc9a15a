import * as z from 'zod';
import { bytes, integer, number, seconds, text } from '../../../core/contract/schemas/fields';
import { nextPageToken } from '../../../core/contract/schemas/params';
import { AssetAmount, XChainAssetDetails } from './assets';
import { PrimaryNetworkChainInfo } from './blocks';
import { addresses, id } from './fields';
import { PChainTxType } from './transactions';

const X_CHAIN_TYPES = ['BaseTx', 'CreateAssetTx', 'OperationTx', 'ImportTx', 'ExportTx', 'UNKNOWN'] as const;
const XChainTxType = z
  .enum(X_CHAIN_TYPES)
  .meta({ id: 'XChainTransactionType', description: 'Type of a transaction of the X-Chain.' });

const PrimaryTxType = z
  .enum([...PChainTxType.options, 'CreateAssetTx', 'OperationTx'], {
    error: 'must be a documented transaction type',
  })
  .meta({ id: 'PrimaryNetworkTxType', description: 'Type of a transaction of a chain of the primary network.' });

/** Of all chains of the primary network, because clients use one enum for all. */
export const PrimaryTxTypes = z
  .array(PrimaryTxType)
  .max(PrimaryTxType.options.length, `must have at most ${PrimaryTxType.options.length} types`)
  .default([])
  .meta({ description: 'Only transactions of these types. Repeat the parameter for several types.' });

const Credential = z
  .object({
    signature: bytes('A signature: 65 bytes.').optional(),
    publicKey: bytes('The key of the signature: 33 bytes.').optional(),
  })
  .meta({ id: 'UtxoCredential', description: 'A signature that spent an output.' });

const Utxo = z
  .object({
    addresses: addresses('Owners of the output.'),
    asset: AssetAmount,
    consumedOnChainId: id('The chain on which it can be spent.'),
    consumingTxHash: id('The transaction that spent it.').optional(),
    createdOnChainId: id('The chain of the creating transaction.'),
    utxoId: id('Id of the output.'),
    utxoBytes: bytes('The encoded output.').optional(),
    consumingTxTimestamp: seconds('Time of spending.').optional(),
    creationTxHash: id('The transaction of the output.'),
    credentials: z.array(Credential).optional().meta({ description: 'Signatures that spent the output.' }),
    groupId: number('The group of an NFT.', 0).optional(),
    locktime: number('Time before which it cannot be spent, Unix time in seconds; 0 if there is none.', 0),
    outputIndex: text('Index among the outputs of its transaction, in decimal digits.', '0'),
    payload: bytes('Payload of an NFT.').optional(),
    threshold: integer('Number of required signatures.', 1),
    timestamp: seconds('Creation time.'),
    utxoType: text('Type of output.', 'transfer'),
  })
  .meta({ id: 'Utxo', description: 'An output of a transaction of the X-Chain.' });

const ChainFormat = z.enum(['non-linear', 'linear']).meta({
  id: 'XChainFormat',
  description: 'linear: in a block. non-linear: in vertices, from before the X-Chain had blocks.',
});
const amounts = (description: string) => z.array(AssetAmount).meta({ description: `${description} Per asset.` });
const transactionFields = {
  txHash: id('Id of the transaction.'),
  chainFormat: ChainFormat,
  timestamp: seconds('Time of acceptance.'),
  txType: XChainTxType,
  memo: text('Memo bytes: 0x and hexadecimal digits.', '0x68656c6c6f'),
  consumedUtxos: z.array(Utxo).meta({ description: 'The outputs spent.' }),
  emittedUtxos: z.array(Utxo).meta({ description: 'The outputs created.' }),
  amountUnlocked: amounts('Amount spent.'),
  amountCreated: amounts('Amount in the outputs.'),
  sourceChain: id('The chain imported from.').optional(),
  destinationChain: id('The chain exported to.').optional(),
  assetCreated: XChainAssetDetails.optional(),
};
const Vertex = z
  .object({
    hash: id('Id of the vertex.'),
    height: number('Length of the longest path below the vertex.', 339),
    timestamp: seconds('Time of acceptance.'),
  })
  .meta({ id: 'TransactionVertexDetail', description: 'A vertex that contains a transaction.' });
const InVertices = z
  .object({
    ...transactionFields,
    vertices: z.array(Vertex).meta({ description: 'The vertices that contain the transaction.' }),
  })
  .meta({ id: 'XChainNonLinearTransaction', description: 'A transaction of the X-Chain from before it had blocks.' });
const InBlock = z
  .object({
    ...transactionFields,
    blockHeight: number('Height of the block.', 339),
    blockHash: id('Id of the block.'),
  })
  .meta({ id: 'XChainLinearTransaction', description: 'A transaction in a block of the X-Chain.' });

export const ListXChainTransactionsResponse = z
  .object({
    nextPageToken,
    transactions: z
      .array(z.union([InVertices, InBlock]))
      .meta({ description: 'The transactions of this page, in vertices or in blocks.' }),
    chainInfo: PrimaryNetworkChainInfo,
  })
  .meta({ id: 'ListXChainTransactionsResponse', description: 'A page of transactions of the X-Chain.' });
