import * as z from 'zod';
import { blockFields } from './blocks';
import { NetworkToken } from './chains';
import { nextPageToken } from './params';

const RichAddress = z
  .object({
    name: z.string().optional(),
    symbol: z.string().optional(),
    decimals: z.number().optional(),
    logoUri: z.string().optional(),
    address: z.string().meta({ description: 'EIP-55 checksummed.' }),
  })
  .meta({ id: 'RichAddress' });

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

/** Filled by the token indexer; until then every list is empty. */
const transferFields = {
  erc20Transfers: z.array(z.unknown()),
  erc721Transfers: z.array(z.unknown()),
  erc1155Transfers: z.array(z.unknown()),
  internalTransactions: z.array(z.unknown()),
};
/** No transfers of any kind. */
export const NO_TRANSFERS = { erc20Transfers: [], erc721Transfers: [], erc1155Transfers: [], internalTransactions: [] };

const TransactionDetails = z
  .object({ nativeTransaction: NativeTransaction, ...transferFields })
  .meta({ id: 'TransactionDetails' });

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

/** A native balance, and the block it stands at. */
export const GetNativeBalanceResponse = z
  .object({
    nativeTokenBalance: z
      .object({
        ...NetworkToken.pick({ name: true, symbol: true, decimals: true, logoUri: true }).shape,
        chainId: z.string(),
        balance: z.string().meta({ description: 'wei, at `blockNumber`' }),
        blockNumber: z
          .string()
          .meta({ description: 'The block that the balance stands at. Ours, beyond the contract.' }),
      })
      .meta({ id: 'NativeTokenBalance' }),
  })
  .meta({ id: 'GetNativeBalanceResponse' });
