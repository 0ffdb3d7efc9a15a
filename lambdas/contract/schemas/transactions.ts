import * as z from 'zod';
import { RichAddress } from './address';
import { blockFields } from './blocks';
import { NetworkToken } from './chains';
import { nextPageToken } from './params';
import {
  Erc20TransferDetails,
  Erc20TransferDetailsV2,
  Erc721TransferDetails,
  Erc1155TransferDetails,
  InternalTransactionDetails,
} from './transfers';

const Method = z
  .object({
    callType: z.enum(['NATIVE_TRANSFER', 'CONTRACT_CALL', 'CONTRACT_CREATION']),
    methodHash: z.string().meta({ description: 'The selector; 0x where the input is empty or creates a contract.' }),
    methodName: z.string().optional().meta({ description: 'Signature of a well-known method.' }),
  })
  .meta({ id: 'Method' });

const nativeFields = {
  ...blockFields,
  blockIndex: z.number().meta({ description: 'Position in the block, from 0.' }),
  txHash: z.string(),
  txStatus: z.string().meta({ description: '1 succeeded, 0 failed. 1 where the chain is too old to say.' }),
  txType: z.number(),
  gasLimit: z.string(),
  gasUsed: z.string(),
  gasPrice: z.string().meta({ description: 'wei: the effective price that was paid.' }),
  nonce: z.string(),
  from: RichAddress,
  to: RichAddress.meta({ description: 'The zero address where the transaction creates a contract.' }),
  method: Method.optional(),
  value: z.string().meta({ description: 'wei' }),
};
/** A transaction as lists show it. */
export const NativeTransaction = z.object(nativeFields).meta({ id: 'NativeTransaction' });
/** A transaction as lists show it. */
export type NativeTransaction = z.infer<typeof NativeTransaction>;

/** A transaction with its input and fee caps (wei). */
export const FullNativeTransaction = z
  .object({
    ...nativeFields,
    input: z.string(),
    baseFeePerGas: z.string(),
    maxFeePerGas: z.string().optional(),
    maxPriorityFeePerGas: z.string().optional(),
  })
  .meta({ id: 'FullNativeTransactionDetails' });
/** A transaction with its input and fee caps (wei). */
export type FullNativeTransaction = z.infer<typeof FullNativeTransaction>;

const otherTransfers = {
  erc721Transfers: z.array(Erc721TransferDetails).optional(),
  erc1155Transfers: z.array(Erc1155TransferDetails).optional(),
  internalTransactions: z.array(InternalTransactionDetails).optional(),
};
const transferFields = { erc20Transfers: z.array(Erc20TransferDetails).optional(), ...otherTransfers };

const TransactionDetails = z
  .object({ nativeTransaction: NativeTransaction, ...transferFields })
  .meta({ id: 'TransactionDetails' });

const TransactionDetailsV2 = z
  .object({
    nativeTransaction: NativeTransaction,
    erc20Transfers: z.array(Erc20TransferDetailsV2).optional(),
    ...otherTransfers,
  })
  .meta({ id: 'TransactionDetailsV2' });
/** A transaction with its transfers, their tokens with reputation. */
export type TransactionDetailsV2 = z.infer<typeof TransactionDetailsV2>;

/** A whole transaction. */
export const GetTransactionResponse = z
  .object({
    ...transferFields,
    networkTokenDetails: z.object({ networkToken: NetworkToken }).meta({ id: 'NetworkTokenDetails' }),
    nativeTransaction: FullNativeTransaction,
  })
  .meta({ id: 'GetTransactionResponse' });

/** A page of transactions. */
export const ListNativeTransactionsResponse = z
  .object({ nextPageToken, transactions: z.array(NativeTransaction) })
  .meta({ id: 'ListNativeTransactionsResponse' });

/** A page of transactions with their transfers. */
export const ListTransactionDetailsResponse = z
  .object({ nextPageToken, transactions: z.array(TransactionDetails) })
  .meta({ id: 'ListTransactionDetailsResponse' });

/** A page of transactions with their transfers, whose tokens have their reputation. */
export const ListTransactionDetailsResponseV2 = z
  .object({ nextPageToken, transactions: z.array(TransactionDetailsV2) })
  .meta({ id: 'ListTransactionDetailsResponseV2' });
