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
    'With status=success a page may be short and still have a nextPageToken: failed ones are left out after reading.',
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
    'With all of its token transfers and internal transactions, up to 10,000 and 4.5 MB. Internal transactions come behind the head, and not where the node cannot trace.',
  uses: { reads: ['Cursor', 'Tx', 'Token', 'Nft', 'BlockchainId'], prices: true },
  params: z.object({ chainId: ChainId, txHash: TxHash }),
  query: z.object({}),
  response: GetTransactionResponse,
});

export const getTransactionsForBlock = endpoint({
  ...base,
  id: 'getTransactionsForBlock',
  path: '/v1/chains/{chainId}/blocks/{blockId}/transactions',
  summary: 'List the transactions of a block, in their order',
  uses: { reads: ['Cursor', 'Block', 'ChainTx', 'Token'] },
  params: z.object({ chainId: ChainId, blockId: BlockId }),
  query: z.object({
    pageToken: PageToken,
    pageSize: integer(0, PAGE.max).default(0).meta({ description: 'Rows a page, 1 to 100; 0 gives all.' }),
  }),
  response: ListNativeTransactionsResponse,
});

/** The entities that the full list of an address is merged from. */
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
  'Transactions that the address sent or received, and those that moved its tokens or its native coin inside of them, each with the transfers and internal transactions of the address. Internal transactions come behind the head (tracedBlock in health-check): a transaction that has nothing else of the address is in the list from then on. Where a transaction has more than 700 of a kind, the rest is in the lists of each kind, and in the transaction itself.';

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
  description: `${WITH_TRANSFERS} Transfers of tokens known as malicious are left out unless filterSpamTokens=false, and with them a transaction that is in the list for their sake alone: a page may then be short and still have a nextPageToken.`,
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
    'Newest first. With sortOrder=asc the list ends where the slowest chain that is up has been indexed. chainId reads one chain.',
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
