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
  .meta({ id: 'TransactionMethodType', description: 'What kind of call a transaction is.' });
const Method = z
  .object({
    callType: CallType,
    methodHash: bytes('The selector; 0x where the input is empty or creates a contract.'),
    methodName: text('Signature of a well-known method.', 'transfer(address,uint256)').optional(),
  })
  .meta({ id: 'Method', description: 'What a transaction calls.' });

const nativeFields = {
  ...blockFields,
  blockIndex: number('Position in the block, from 0.', 4),
  txHash: hash('Hash of the transaction.'),
  txStatus: text(
    '1 succeeded, 0 failed. 1 where the chain is too old to record it; "unknown" where the node has lost the receipt.',
    '1',
  ),
  txType: number('Type of the transaction (EIP-2718): 0 legacy, 1 with an access list, 2 with fee caps, …', 2),
  gasLimit: decimal('Gas that it could have used.', '50000'),
  gasUsed: decimal('Gas that it used.', '21000'),
  gasPrice: wei('The effective price of gas that was paid.'),
  nonce: decimal('Nonce of the sender.', '17'),
  from: RichAddress.meta({ description: 'The sender.' }),
  to: RichAddress.meta({ description: 'The recipient; the zero address where the transaction creates a contract.' }),
  method: Method.optional(),
  value: wei('The amount that was sent.'),
};
/** A transaction as lists show it. */
export const NativeTransaction = z
  .object(nativeFields)
  .meta({ id: 'NativeTransaction', description: 'A transaction, as lists show it.' });
/** A transaction as lists show it. */
export type NativeTransaction = z.infer<typeof NativeTransaction>;

/** A transaction with its input and fee caps (wei). */
export const FullNativeTransaction = z
  .object({
    ...nativeFields,
    input: bytes('Its input data.'),
    baseFeePerGas: wei('Base fee per gas of its block.'),
    maxFeePerGas: wei('The most that it would have paid per gas (EIP-1559).').optional(),
    maxPriorityFeePerGas: wei('The most that it would have paid per gas above the base fee (EIP-1559).').optional(),
  })
  .meta({ id: 'FullNativeTransactionDetails', description: 'A transaction with its input and fee caps.' });
/** A transaction with its input and fee caps (wei). */
export type FullNativeTransaction = z.infer<typeof FullNativeTransaction>;

const NONE = 'Empty or absent where there are none.';
const ERC20_TRANSFERS = { description: `Its ERC-20 transfers. ${NONE}` };
const otherTransfers = {
  erc721Transfers: z
    .array(Erc721TransferDetails)
    .optional()
    .meta({ description: `Its ERC-721 transfers. ${NONE}` }),
  erc1155Transfers: z
    .array(Erc1155TransferDetails)
    .optional()
    .meta({ description: `Its ERC-1155 transfers. ${NONE}` }),
  internalTransactions: z
    .array(InternalTransactionDetails)
    .optional()
    .meta({ description: `Its internal transactions. ${NONE}` }),
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
  .meta({ id: 'TransactionDetailsV2', description: 'A transaction with its transfers, their tokens with reputation.' });
/** A transaction with its transfers, their tokens with reputation. */
export type TransactionDetailsV2 = z.infer<typeof TransactionDetailsV2>;

const NetworkTokenDetails = z
  .object({
    networkToken: NetworkToken,
    currentPrice: Money.optional().meta({ description: 'Its price now, where there are prices.' }),
    historicalPrice: Money.optional().meta({
      description: 'Its price at the time of the transaction, where it is known.',
    }),
  })
  .meta({ id: 'NetworkTokenDetails', description: 'The token that fees are paid in.' });

/** A whole transaction. */
export const GetTransactionResponse = z
  .object({
    ...transferFields,
    networkTokenDetails: NetworkTokenDetails,
    nativeTransaction: FullNativeTransaction,
    teleporterMessageInfo: TeleporterMessageInfo.optional(),
  })
  .meta({ id: 'GetTransactionResponse', description: 'A whole transaction.' });

const OF_PAGE = { description: 'The transactions of this page.' };

/** A page of transactions. */
export const ListNativeTransactionsResponse = z
  .object({ nextPageToken, transactions: z.array(NativeTransaction).meta(OF_PAGE) })
  .meta({ id: 'ListNativeTransactionsResponse', description: 'A page of transactions.' });

/** A page of transactions with their transfers. */
export const ListTransactionDetailsResponse = z
  .object({ nextPageToken, transactions: z.array(TransactionDetails).meta(OF_PAGE) })
  .meta({ id: 'ListTransactionDetailsResponse', description: 'A page of transactions with their transfers.' });

/** A page of transactions with their transfers, whose tokens have their reputation. */
export const ListTransactionDetailsResponseV2 = z
  .object({ nextPageToken, transactions: z.array(TransactionDetailsV2).meta(OF_PAGE) })
  .meta({
    id: 'ListTransactionDetailsResponseV2',
    description: 'A page of transactions with their transfers, whose tokens have their reputation.',
  });
