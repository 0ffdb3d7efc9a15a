import * as z from 'zod';
import { blockNumber, chainId, decimal, wei } from '../../../core/contract/schemas/fields';
import { Money } from '../../../core/contract/schemas/money';
import { nextPageToken } from '../../../core/contract/schemas/params';
import { NetworkToken } from './chains';
import { Erc20TokenV2, Erc721Token, Erc1155Token } from './tokens';

const NativeTokenBalance = z
  .object({
    ...NetworkToken.pick({ name: true, symbol: true, decimals: true, logoUri: true }).shape,
    chainId,
    price: Money.optional().meta({ description: 'Price of one whole token.' }),
    balance: wei('The balance at `blockNumber`.'),
    balanceValue: Money.optional().meta({ description: 'Value of the balance.' }),
    blockNumber: blockNumber.meta({
      description: 'Block of the balance. An extension of this service.',
    }),
  })
  .meta({ id: 'NativeTokenBalance', description: "A balance of the chain's native token." });

export const GetNativeBalanceResponse = z
  .object({ nativeTokenBalance: NativeTokenBalance })
  .meta({ id: 'GetNativeBalanceResponse', description: 'The native balance of an address.' });

export const Erc20TokenBalance = z
  .object({
    ...Erc20TokenV2.shape,
    chainId,
    balance: decimal('The balance, in the smallest unit of the token.', '2500000000000000000'),
    balanceValue: Money.optional().meta({ description: 'Value of the balance.' }),
  })
  .meta({ id: 'Erc20TokenBalance', description: 'The balance of an ERC-20 token.' });
export type Erc20TokenBalance = z.infer<typeof Erc20TokenBalance>;

export const Erc721TokenBalance = z
  .object({ ...Erc721Token.shape, chainId })
  .meta({ id: 'Erc721TokenBalance', description: 'An ERC-721 token owned by the address.' });
export type Erc721TokenBalance = z.infer<typeof Erc721TokenBalance>;

export const Erc1155TokenBalance = z
  .object({ ...Erc1155Token.shape, chainId, balance: decimal('The balance of the token id.', '5') })
  .meta({ id: 'Erc1155TokenBalance', description: 'The balance of an ERC-1155 token.' });
export type Erc1155TokenBalance = z.infer<typeof Erc1155TokenBalance>;

const listFields = { nextPageToken, nativeTokenBalance: NativeTokenBalance };
const OF_PAGE = { description: 'The balances of this page.' };

export const ListErc20BalancesResponse = z
  .object({ ...listFields, erc20TokenBalances: z.array(Erc20TokenBalance).meta(OF_PAGE) })
  .meta({ id: 'ListErc20BalancesResponse', description: "A page of an address's ERC-20 balances." });

export const ListErc721BalancesResponse = z
  .object({ ...listFields, erc721TokenBalances: z.array(Erc721TokenBalance).meta(OF_PAGE) })
  .meta({ id: 'ListErc721BalancesResponse', description: "A page of an address's ERC-721 tokens." });

export const ListErc1155BalancesResponse = z
  .object({ ...listFields, erc1155TokenBalances: z.array(Erc1155TokenBalance).meta(OF_PAGE) })
  .meta({ id: 'ListErc1155BalancesResponse', description: "A page of an address's ERC-1155 balances." });

export const ListCollectibleBalancesResponse = z
  .object({
    nextPageToken,
    collectibleBalances: z
      .array(z.discriminatedUnion('ercType', [Erc721TokenBalance, Erc1155TokenBalance]))
      .meta(OF_PAGE),
  })
  .meta({ id: 'ListCollectibleBalancesResponse', description: "A page of an address's NFTs of both standards." });
