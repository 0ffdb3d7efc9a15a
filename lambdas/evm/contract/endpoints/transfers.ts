import * as z from 'zod';
import { endpoint } from '../../../core/contract/endpoint';
import { READ_UNITS } from '../../../core/contract/read-units';
import { Address, BlockRange, ChainId, Paging } from '../../../core/contract/schemas/params';
import {
  ListErc20TransactionsResponse,
  ListErc721TransactionsResponse,
  ListErc1155TransactionsResponse,
  ListInternalTransactionsResponse,
  ListTransfersResponse,
} from '../schemas/transfers';

const base = {
  method: 'GET',
  access: 'anyone',
  tag: 'EVM Transactions',
  weight: 20,
  readUnits: READ_UNITS.page,
  params: z.object({ chainId: ChainId, address: Address }),
  query: z.object({ ...Paging, ...BlockRange }),
} as const;

export const listErc20Transactions = endpoint({
  ...base,
  id: 'listErc20Transactions',
  path: '/v1/chains/{chainId}/addresses/{address}/transactions:listErc20',
  summary: 'List the ERC-20 transfers of an address, newest first',
  uses: { reads: ['Cursor', 'AddressErc20', 'Token'], prices: true },
  response: ListErc20TransactionsResponse,
});

export const listErc721Transactions = endpoint({
  ...base,
  id: 'listErc721Transactions',
  path: '/v1/chains/{chainId}/addresses/{address}/transactions:listErc721',
  summary: 'List the ERC-721 transfers of an address, newest first',
  uses: { reads: ['Cursor', 'AddressErc721', 'Token', 'Nft'] },
  response: ListErc721TransactionsResponse,
});

export const listErc1155Transactions = endpoint({
  ...base,
  id: 'listErc1155Transactions',
  path: '/v1/chains/{chainId}/addresses/{address}/transactions:listErc1155',
  summary: 'List the ERC-1155 transfers of an address, newest first',
  description: 'Each entry of a batch transfer is a separate row; entries of one batch share their logIndex.',
  uses: { reads: ['Cursor', 'AddressErc1155', 'Token', 'Nft'] },
  response: ListErc1155TransactionsResponse,
});

export const listInternalTransactions = endpoint({
  ...base,
  id: 'listInternalTransactions',
  path: '/v1/chains/{chainId}/addresses/{address}/transactions:listInternals',
  summary: 'List the internal transactions of an address, newest first',
  description:
    'Native transfers and contract creations by contracts, without reverted ones. UNKNOWN is the balance that a self-destructed contract left to its beneficiary. Traces are indexed with a delay: in health-check, tracedBlock is the last traced block, and tracedFrom the first one if older history was indexed without traces. Empty if the node cannot trace.',
  uses: { reads: ['Cursor', 'AddressInternal', 'Token'] },
  response: ListInternalTransactionsResponse,
});

export const listTransfers = endpoint({
  ...base,
  id: 'listTransfers',
  path: '/v1/chains/{chainId}/tokens/{address}/transfers',
  summary: 'List the transfers of a token, newest first',
  uses: { reads: ['Cursor', 'TokenTransfer', 'Token', 'Nft'], prices: true },
  response: ListTransfersResponse,
});
