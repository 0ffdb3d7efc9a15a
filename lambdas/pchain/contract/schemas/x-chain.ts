import * as z from 'zod';
import { bytes, integer, number, seconds, text } from '../../../core/contract/schemas/fields';
import { nextPageToken } from '../../../core/contract/schemas/params';
import { AssetAmount, XChainAssetDetails } from './assets';
import { PrimaryNetworkChainInfo } from './blocks';
import { addresses, id } from './fields';
import { PChainTxType } from './transactions';

/** Types of transactions that both chains have, or the X-chain alone. */
const X_CHAIN_TYPES = ['BaseTx', 'CreateAssetTx', 'OperationTx', 'ImportTx', 'ExportTx', 'UNKNOWN'] as const;
const XChainTxType = z
  .enum(X_CHAIN_TYPES)
  .meta({ id: 'XChainTransactionType', description: 'Type of a transaction of the X-chain.' });

const PrimaryTxType = z
  .enum([...PChainTxType.options, 'CreateAssetTx', 'OperationTx'], {
    error: 'must be a type of transaction that the documentation lists',
  })
  .meta({ id: 'PrimaryNetworkTxType', description: 'Type of a transaction of a chain of the primary network.' });

/** Types of transactions of any chain, as clients know them for all chains; none: all. A repeated key. */
export const PrimaryTxTypes = z
  .array(PrimaryTxType)
  .max(PrimaryTxType.options.length, `must be at most ${PrimaryTxType.options.length} types`)
  .default([])
  .meta({ description: 'Transactions of these types alone. Given once for each type.' });

const Credential = z
  .object({
    signature: bytes('A signature: 65 bytes.').optional(),
    publicKey: bytes('The key that made it: 33 bytes.').optional(),
  })
  .meta({ id: 'UtxoCredential', description: 'A signature that spent an output.' });

const Utxo = z
  .object({
    addresses: addresses('Who may spend it.'),
    asset: AssetAmount,
    consumedOnChainId: id('The chain that it can be spent on.'),
    consumingTxHash: id('The transaction that spent it.').optional(),
    createdOnChainId: id('The chain whose transaction made it.'),
    utxoId: id('Id of the output.'),
    utxoBytes: bytes('Its bytes.').optional(),
    consumingTxTimestamp: seconds('When it was spent.').optional(),
    creationTxHash: id('The transaction whose output it is.'),
    credentials: z.array(Credential).optional().meta({ description: 'Who signed when it was spent.' }),
    groupId: number('The group of an NFT.', 0).optional(),
    locktime: number('It cannot be spent before, Unix time in seconds; 0: at any time.', 0),
    outputIndex: text('Position among the outputs of its transaction, in decimal digits.', '0'),
    payload: bytes('What an NFT holds.').optional(),
    threshold: integer('How many of its addresses must sign.', 1),
    timestamp: seconds('When it was made.'),
    utxoType: text('What kind of output it is.', 'transfer'),
  })
  .meta({ id: 'Utxo', description: 'An output of a transaction of the X-chain.' });

const ChainFormat = z.enum(['non-linear', 'linear']).meta({
  id: 'XChainFormat',
  description: 'linear: it is in a block. non-linear: it is in vertices, from before there were blocks.',
});
const amounts = (description: string) => z.array(AssetAmount).meta({ description: `${description} By asset.` });
const transactionFields = {
  txHash: id('Id of the transaction.'),
  chainFormat: ChainFormat,
  timestamp: seconds('When it was accepted.'),
  txType: XChainTxType,
  memo: text('What its sender wrote into it, bytes: 0x and hexadecimal digits.', '0x68656c6c6f'),
  consumedUtxos: z.array(Utxo).meta({ description: 'The outputs that it spent.' }),
  emittedUtxos: z.array(Utxo).meta({ description: 'Its outputs.' }),
  amountUnlocked: amounts('What it spent.'),
  amountCreated: amounts('What its outputs have.'),
  sourceChain: id('The chain that it imports from.').optional(),
  destinationChain: id('The chain that it exports to.').optional(),
  assetCreated: XChainAssetDetails.optional(),
};
const Vertex = z
  .object({
    hash: id('Id of the vertex.'),
    height: number('How many vertices are below it at most.', 339),
    timestamp: seconds('When it was accepted.'),
  })
  .meta({ id: 'TransactionVertexDetail', description: 'A vertex that has a transaction.' });
const InVertices = z
  .object({ ...transactionFields, vertices: z.array(Vertex).meta({ description: 'The vertices that have it.' }) })
  .meta({ id: 'XChainNonLinearTransaction', description: 'A transaction of the X-chain from before it had blocks.' });
const InBlock = z
  .object({
    ...transactionFields,
    blockHeight: number('Height of its block.', 339),
    blockHash: id('Id of its block.'),
  })
  .meta({ id: 'XChainLinearTransaction', description: 'A transaction of a block of the X-chain.' });

/** A page of transactions of the X-chain. */
export const ListXChainTransactionsResponse = z
  .object({
    nextPageToken,
    transactions: z
      .array(z.union([InVertices, InBlock]))
      .meta({ description: 'The transactions of this page, in vertices or in blocks.' }),
    chainInfo: PrimaryNetworkChainInfo,
  })
  .meta({ id: 'ListXChainTransactionsResponse', description: 'A page of transactions of the X-chain.' });
