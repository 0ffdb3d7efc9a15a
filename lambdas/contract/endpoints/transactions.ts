import * as z from 'zod';
import { endpoint } from '../endpoint';
import {
  Address,
  BlockId,
  BlockNumber,
  BlockRange,
  ChainId,
  Currency,
  integer,
  Network,
  PAGE,
  PageToken,
  Paging,
  SortOrder,
  TxHash,
  TxStatus,
} from '../schemas/params';
import {
  GetNativeBalanceResponse,
  GetTransactionResponse,
  ListNativeTransactionsResponse,
  ListTransactionDetailsResponse,
} from '../schemas/transactions';

const base = { method: 'GET', access: 'anyone', tag: 'EVM Transactions', weight: 20 } as const;

export const listLatestTransactions = endpoint({
  ...base,
  id: 'listLatestTransactions',
  path: '/v1/chains/{chainId}/transactions',
  summary: 'List the latest transactions of a chain, newest first',
  description:
    'With status=success a page may be short and still have a nextPageToken: failed ones are left out after reading.',
  reads: ['Cursor', 'ChainTx', 'FailedTx'],
  params: z.object({ chainId: ChainId }),
  query: z.object({ ...Paging, status: TxStatus.optional() }),
  response: ListNativeTransactionsResponse,
});

export const getTransaction = endpoint({
  ...base,
  id: 'getTransaction',
  path: '/v1/chains/{chainId}/transactions/{txHash}',
  summary: 'Get a transaction',
  reads: ['Cursor', 'Tx'],
  params: z.object({ chainId: ChainId, txHash: TxHash }),
  query: z.object({}),
  response: GetTransactionResponse,
});

export const getTransactionsForBlock = endpoint({
  ...base,
  id: 'getTransactionsForBlock',
  path: '/v1/chains/{chainId}/blocks/{blockId}/transactions',
  summary: 'List the transactions of a block, in their order',
  reads: ['Cursor', 'Block', 'ChainTx'],
  params: z.object({ chainId: ChainId, blockId: BlockId }),
  query: z.object({
    pageToken: PageToken,
    pageSize: integer(0, PAGE.max).default(0).meta({ description: 'Rows a page, 1 to 100; 0 gives all.' }),
  }),
  response: ListNativeTransactionsResponse,
});

const ofAddress = {
  ...base,
  reads: ['Cursor', 'AddressTx'],
  params: z.object({ chainId: ChainId, address: Address }),
} as const;

export const listTransactions = endpoint({
  ...ofAddress,
  id: 'listTransactions',
  path: '/v1/chains/{chainId}/addresses/{address}/transactions',
  summary: 'List the transactions of an address, with their transfers',
  query: z.object({ ...Paging, ...BlockRange, sortOrder: SortOrder.default('desc') }),
  response: ListTransactionDetailsResponse,
});

export const listNativeTransactions = endpoint({
  ...ofAddress,
  id: 'listNativeTransactions',
  path: '/v1/chains/{chainId}/addresses/{address}/transactions:listNative',
  summary: 'List the native transactions of an address, newest first',
  query: z.object({ ...Paging, ...BlockRange }),
  response: ListNativeTransactionsResponse,
});

export const getNativeBalance = endpoint({
  ...ofAddress,
  id: 'getNativeBalance',
  path: '/v1/chains/{chainId}/addresses/{address}/balances:getNative',
  tag: 'EVM Balances',
  summary: 'Get the native balance of an address',
  description:
    "Asked of the chain's node at the indexed block, or at blockNumber. While the node is down, the value that was read at the address's latest transaction; blockNumber in the answer says which block that is.",
  node: true,
  query: z.object({ blockNumber: BlockNumber.optional(), currency: Currency.optional() }),
  response: GetNativeBalanceResponse,
});

const overAllChains = {
  ...base,
  summary: 'List the latest transactions of all chains',
  description:
    'Newest first. With sortOrder=asc the list ends where the slowest chain that is up has been indexed. chainId reads one chain.',
  reads: ['Cursor', 'ChainTx', 'FailedTx'],
  params: z.object({}),
  query: z.object({
    ...Paging,
    network: Network.optional(),
    status: TxStatus.optional(),
    chainId: ChainId.optional(),
    sortOrder: SortOrder.default('desc'),
  }),
  response: ListNativeTransactionsResponse,
} as const;

export const listLatestTransactionsAllChains = endpoint({
  ...overAllChains,
  id: 'listLatestTransactionsAllChains',
  path: '/v1/transactions',
});

export const listAllLatestTransactions = endpoint({
  ...overAllChains,
  id: 'listAllLatestTransactions',
  path: '/v1/chains/allTransactions',
  weight: 1,
  deprecated: true,
});
