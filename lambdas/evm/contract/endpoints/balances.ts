import * as z from 'zod';
import { endpoint } from '../../../core/contract/endpoint';
import { READ_UNITS } from '../../../core/contract/read-units';
import {
  Address,
  Addresses,
  BlockNumber,
  ChainId,
  PriceCurrency,
  pagingUpTo,
  SpamFilter,
} from '../../../core/contract/schemas/params';
import {
  GetNativeBalanceResponse,
  ListCollectibleBalancesResponse,
  ListErc20BalancesResponse,
  ListErc721BalancesResponse,
  ListErc1155BalancesResponse,
} from '../schemas/balances';

const ofAddress = {
  method: 'GET',
  access: 'anyone',
  tag: 'EVM Balances',
  weight: 20,
  readUnits: READ_UNITS.large,
  params: z.object({ chainId: ChainId, address: Address }),
} as const;

export const getNativeBalance = endpoint({
  ...ofAddress,
  uses: { reads: ['Cursor', 'AddressTx'], node: true, prices: true },
  id: 'getNativeBalance',
  readUnits: READ_UNITS.few,
  path: '/v1/chains/{chainId}/addresses/{address}/balances:getNative',
  summary: 'Get the native balance of an address',
  description:
    "Read from the chain's node at the indexed block, or at blockNumber. While the node is down, the value as of the address's latest transaction; blockNumber in the response says which block that is.",
  query: z.object({ blockNumber: BlockNumber.optional(), currency: PriceCurrency }),
  response: GetNativeBalanceResponse,
});

const Paging = pagingUpTo(500);
const OF_ROWS = 'Sorted by contract address; a token that the address receives while you are paging may be missed.';

export const listErc20Balances = endpoint({
  ...ofAddress,
  id: 'listErc20Balances',
  path: '/v1/chains/{chainId}/addresses/{address}/balances:listErc20',
  summary: 'List the ERC-20 balances of an address',
  description: `${OF_ROWS} Balances as reported by the contracts at the indexed block, or at blockNumber, which is read from the chain's node: 503 if it has no state for that block. Malicious tokens are omitted unless filterSpamTokens=false.`,
  uses: { reads: ['Cursor', 'AddressTx', 'Erc20Holding', 'Token'], node: true, prices: true },
  query: z.object({
    ...Paging,
    blockNumber: BlockNumber.optional(),
    filterSpamTokens: SpamFilter,
    contractAddresses: Addresses.optional(),
    currency: PriceCurrency,
  }),
  response: ListErc20BalancesResponse,
});

export const listErc721Balances = endpoint({
  ...ofAddress,
  id: 'listErc721Balances',
  path: '/v1/chains/{chainId}/addresses/{address}/balances:listErc721',
  summary: 'List the ERC-721 tokens of an address',
  description: OF_ROWS,
  uses: { reads: ['Cursor', 'AddressTx', 'Erc721Holding', 'Token', 'Nft'], node: true, prices: true },
  query: z.object({ ...Paging, contractAddress: Address.optional() }),
  response: ListErc721BalancesResponse,
});

export const listErc1155Balances = endpoint({
  ...ofAddress,
  id: 'listErc1155Balances',
  path: '/v1/chains/{chainId}/addresses/{address}/balances:listErc1155',
  summary: 'List the ERC-1155 balances of an address',
  description: `${OF_ROWS} Balances as reported by the contracts at the indexed block, or at blockNumber: 503 if the node has no state for that block.`,
  uses: { reads: ['Cursor', 'AddressTx', 'Erc1155Holding', 'Token', 'Nft'], node: true, prices: true },
  query: z.object({ ...Paging, blockNumber: BlockNumber.optional(), contractAddress: Address.optional() }),
  response: ListErc1155BalancesResponse,
});

export const listCollectibleBalances = endpoint({
  ...ofAddress,
  id: 'listCollectibleBalances',
  path: '/v1/chains/{chainId}/addresses/{address}/balances:listCollectibles',
  summary: 'List the ERC-721 tokens and ERC-1155 balances of an address',
  description: `ERC-721 first. ${OF_ROWS}`,
  uses: { reads: ['Cursor', 'Erc721Holding', 'Erc1155Holding', 'Token', 'Nft'], node: true },
  query: z.object({ ...Paging, contractAddress: Address.optional() }),
  response: ListCollectibleBalancesResponse,
});
