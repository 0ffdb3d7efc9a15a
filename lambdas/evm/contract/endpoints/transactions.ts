import * as z from 'zod';
import { endpoint } from '../../../core/contract/endpoint';
import { READ_UNITS } from '../../../core/contract/read-units';
import {
  Address,
  BlockId,
  BlockRange,
  ChainId,
  integer,
  Network,
  PAGE,
  PageToken,
  Paging,
  SortOrder,
  SpamFilter,
  TxHash,
  TxStatus,
} from '../../../core/contract/schemas/params';
import {
  GetTransactionResponse,
  ListNativeTransactionsResponse,
  ListTransactionDetailsResponse,
  ListTransactionDetailsResponseV2,
} from '../schemas/transactions';

const base = {
  method: 'GET',
  access: 'anyone',
  tag: 'EVM Transactions',
  weight: 20,
  readUnits: READ_UNITS.page,
} as const;

export const listLatestTransactions = endpoint({
  ...base,
  id: 'listLatestTransactions',
  path: '/v1/chains/{chainId}/transactions',
  summary: 'List the latest transactions of a chain, newest first',
  description:
    'With status=success, a page may be short and still have a nextPageToken, because failed transactions are filtered after reading.',
  uses: { reads: ['Cursor', 'ChainTx', 'FailedTx', 'Token'] },
  params: z.object({ chainId: ChainId }),
  query: z.object({ ...Paging, status: TxStatus.optional() }),
  response: ListNativeTransactionsResponse,
});

export const getTransaction = endpoint({
  ...base,
  id: 'getTransaction',
  readUnits: READ_UNITS.large,
  path: '/v1/chains/{chainId}/transactions/{txHash}',
  summary: 'Get a transaction',
  description:
    'Includes all token transfers and internal transactions, up to 10,000 and 4.5 MB. Internal transactions are indexed with a delay, and only if the node can trace.',
  uses: { reads: ['Cursor', 'Tx', 'Token', 'Nft', 'BlockchainId'], prices: true },
  params: z.object({ chainId: ChainId, txHash: TxHash }),
  query: z.object({}),
  response: GetTransactionResponse,
});

export const getTransactionsForBlock = endpoint({
  ...base,
  id: 'getTransactionsForBlock',
  path: '/v1/chains/{chainId}/blocks/{blockId}/transactions',
  summary: 'List the transactions of a block, in block order',
  uses: { reads: ['Cursor', 'Block', 'ChainTx', 'Token'] },
  params: z.object({ chainId: ChainId, blockId: BlockId }),
  query: z.object({
    pageToken: PageToken,
    pageSize: integer(0, PAGE.max).default(0).meta({ description: 'Rows per page, 1 to 100; 0 returns all.' }),
  }),
  response: ListNativeTransactionsResponse,
});

const ACTIVITY = [
  'Cursor',
  'AddressChain',
  'AddressTx',
  'AddressErc20',
  'AddressErc721',
  'AddressErc1155',
  'AddressInternal',
  'Token',
  'Nft',
] as const;
const WITH_TRANSFERS =
  'Transactions that the address sent or received, and transactions with token transfers or internal transactions of the address, each with those transfers and internal transactions. Internal transactions are indexed with a delay (tracedBlock in health-check): a transaction that involves the address in no other way appears only then. A transaction shows at most 700 of each kind; the rest are in the list of that kind and in the transaction itself.';

const ofAddress = {
  ...base,
  uses: { reads: ['Cursor', 'AddressTx', 'Token'] },
  params: z.object({ chainId: ChainId, address: Address }),
} as const;

export const listTransactions = endpoint({
  ...ofAddress,
  id: 'listTransactions',
  readUnits: READ_UNITS.large,
  path: '/v1/chains/{chainId}/addresses/{address}/transactions',
  summary: 'List the transactions of an address, with their transfers',
  description: WITH_TRANSFERS,
  uses: { reads: ACTIVITY, prices: true },
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

export const listTransactionsV2 = endpoint({
  ...ofAddress,
  id: 'listTransactionsV2',
  readUnits: READ_UNITS.large,
  path: '/v2/chains/{chainId}/addresses/{address}/transactions',
  summary: 'List the transactions of an address, with their transfers and the reputation of their tokens',
  description: `${WITH_TRANSFERS} Transfers of malicious tokens are omitted unless filterSpamTokens=false, and so are transactions that have nothing else of the address: a page may then be short and still have a nextPageToken.`,
  uses: { reads: ACTIVITY, prices: true },
  query: z.object({
    ...Paging,
    ...BlockRange,
    filterSpamTokens: SpamFilter,
    sortOrder: SortOrder.default('desc'),
  }),
  response: ListTransactionDetailsResponseV2,
});

export const listLatestTransactionsAllChains = endpoint({
  ...base,
  id: 'listLatestTransactionsAllChains',
  path: '/v1/transactions',
  summary: 'List the latest transactions of all chains',
  description:
    'Newest first. With sortOrder=asc, the list ends at the indexed head of the slowest chain that is up. Use chainId for a single chain.',
  uses: { reads: ['Cursor', 'ChainTx', 'FailedTx', 'Token'] },
  params: z.object({}),
  query: z.object({
    ...Paging,
    network: Network.optional(),
    status: TxStatus.optional(),
    chainId: ChainId.optional(),
    sortOrder: SortOrder.default('desc'),
  }),
  response: ListNativeTransactionsResponse,
  aliases: [{ id: 'listAllLatestTransactions', path: '/v1/chains/allTransactions', weight: 1, deprecated: true }],
});
