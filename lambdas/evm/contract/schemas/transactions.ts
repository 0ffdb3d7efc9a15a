import * as z from 'zod';
import { RichAddress } from '../../../core/contract/schemas/address';
import { bytes, decimal, hash, number, text, wei } from '../../../core/contract/schemas/fields';
import { Money } from '../../../core/contract/schemas/money';
import { nextPageToken } from '../../../core/contract/schemas/params';
import { TeleporterMessageInfo } from '../../teleporter/contract/schemas';
import { blockFields } from './blocks';
import { NetworkToken } from './chains';
import {
  Erc20TransferDetails,
  Erc20TransferDetailsV2,
  Erc721TransferDetails,
  Erc1155TransferDetails,
  InternalTransactionDetails,
} from './transfers';

const CallType = z
  .enum(['NATIVE_TRANSFER', 'CONTRACT_CALL', 'CONTRACT_CREATION'])
  .meta({ id: 'TransactionMethodType', description: 'Kind of call.' });
const Method = z
  .object({
    callType: CallType,
    methodHash: bytes('Function selector; 0x for empty input or a contract creation.'),
    methodName: text('Signature, if the method is well known.', 'transfer(address,uint256)').optional(),
  })
  .meta({ id: 'Method', description: 'The method that a transaction calls.' });

const nativeFields = {
  ...blockFields,
  blockIndex: number('Position in the block, from 0.', 4),
  txHash: hash('Hash of the transaction.'),
  txStatus: text(
    '1 succeeded, 0 failed. Also 1 for blocks that predate status in receipts; "unknown" if the node has lost the receipt.',
    '1',
  ),
  txType: number('Type of the transaction (EIP-2718): 0 legacy, 1 with an access list, 2 with fee caps, …', 2),
  gasLimit: decimal('Gas limit.', '50000'),
  gasUsed: decimal('Gas used.', '21000'),
  gasPrice: wei('The effective gas price paid.'),
  nonce: decimal('Nonce of the sender.', '17'),
  from: RichAddress.meta({ description: 'The sender.' }),
  to: RichAddress.meta({ description: 'The recipient; the zero address for a contract creation.' }),
  method: Method.optional(),
  value: wei('The amount sent.'),
};
export const NativeTransaction = z
  .object(nativeFields)
  .meta({ id: 'NativeTransaction', description: 'A transaction, without input data.' });
export type NativeTransaction = z.infer<typeof NativeTransaction>;

export const FullNativeTransaction = z
  .object({
    ...nativeFields,
    input: bytes('Input data.'),
    baseFeePerGas: wei('Base fee per gas of the block.'),
    maxFeePerGas: wei('Maximum fee per gas (EIP-1559).').optional(),
    maxPriorityFeePerGas: wei('Maximum priority fee per gas (EIP-1559).').optional(),
  })
  .meta({ id: 'FullNativeTransactionDetails', description: 'A transaction with input data and fee caps.' });
export type FullNativeTransaction = z.infer<typeof FullNativeTransaction>;

const NONE = 'Empty or absent if there are none.';
const ERC20_TRANSFERS = { description: `ERC-20 transfers. ${NONE}` };
const otherTransfers = {
  erc721Transfers: z
    .array(Erc721TransferDetails)
    .optional()
    .meta({ description: `ERC-721 transfers. ${NONE}` }),
  erc1155Transfers: z
    .array(Erc1155TransferDetails)
    .optional()
    .meta({ description: `ERC-1155 transfers. ${NONE}` }),
  internalTransactions: z
    .array(InternalTransactionDetails)
    .optional()
    .meta({ description: `Internal transactions. ${NONE}` }),
};
const transferFields = {
  erc20Transfers: z.array(Erc20TransferDetails).optional().meta(ERC20_TRANSFERS),
  ...otherTransfers,
};

const TransactionDetails = z
  .object({ nativeTransaction: NativeTransaction, ...transferFields })
  .meta({ id: 'TransactionDetails', description: 'A transaction with its transfers.' });

const TransactionDetailsV2 = z
  .object({
    nativeTransaction: NativeTransaction,
    erc20Transfers: z.array(Erc20TransferDetailsV2).optional().meta(ERC20_TRANSFERS),
    ...otherTransfers,
  })
  .meta({
    id: 'TransactionDetailsV2',
    description: 'A transaction with its transfers and the reputation of their tokens.',
  });
export type TransactionDetailsV2 = z.infer<typeof TransactionDetailsV2>;

const NetworkTokenDetails = z
  .object({
    networkToken: NetworkToken,
    currentPrice: Money.optional().meta({ description: 'Current price, if available.' }),
    historicalPrice: Money.optional().meta({
      description: 'Price at the time of the transaction, if known.',
    }),
  })
  .meta({ id: 'NetworkTokenDetails', description: 'The token that fees are paid in, with its prices.' });

export const GetTransactionResponse = z
  .object({
    ...transferFields,
    networkTokenDetails: NetworkTokenDetails,
    nativeTransaction: FullNativeTransaction,
    teleporterMessageInfo: TeleporterMessageInfo.optional(),
  })
  .meta({ id: 'GetTransactionResponse', description: 'A transaction with all its details.' });

const OF_PAGE = { description: 'The transactions of this page.' };

export const ListNativeTransactionsResponse = z
  .object({ nextPageToken, transactions: z.array(NativeTransaction).meta(OF_PAGE) })
  .meta({ id: 'ListNativeTransactionsResponse', description: 'A page of transactions.' });

export const ListTransactionDetailsResponse = z
  .object({ nextPageToken, transactions: z.array(TransactionDetails).meta(OF_PAGE) })
  .meta({ id: 'ListTransactionDetailsResponse', description: 'A page of transactions with their transfers.' });

export const ListTransactionDetailsResponseV2 = z
  .object({ nextPageToken, transactions: z.array(TransactionDetailsV2).meta(OF_PAGE) })
  .meta({
    id: 'ListTransactionDetailsResponseV2',
    description: 'A page of transactions with their transfers and the reputation of their tokens.',
  });
