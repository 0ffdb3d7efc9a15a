import * as z from 'zod';
import { NetworkToken } from './chains';
import { nextPageToken } from './params';
import { Erc20TokenV2, Erc721Token, Erc1155Token, Money } from './tokens';

const chainId = z.string();

/** A native balance, and the block that it is as of. */
export const GetNativeBalanceResponse = z
  .object({
    nativeTokenBalance: z
      .object({
        ...NetworkToken.pick({ name: true, symbol: true, decimals: true, logoUri: true }).shape,
        chainId: z.string(),
        price: Money.optional(),
        balance: z.string().meta({ description: 'wei, at `blockNumber`' }),
        balanceValue: Money.optional(),
        blockNumber: z
          .string()
          .meta({ description: 'The block that the balance stands at. Ours, beyond the contract.' }),
      })
      .meta({ id: 'NativeTokenBalance' }),
  })
  .meta({ id: 'GetNativeBalanceResponse' });

/** What an address holds of an ERC-20 token. */
export const Erc20TokenBalance = z
  .object({
    ...Erc20TokenV2.shape,
    chainId,
    balance: z.string().meta({ description: 'In the smallest unit of the token.' }),
    balanceValue: Money.optional().meta({ description: 'The worth of the balance.' }),
  })
  .meta({ id: 'Erc20TokenBalance' });
/** What an address holds of an ERC-20 token. */
export type Erc20TokenBalance = z.infer<typeof Erc20TokenBalance>;

/** An ERC-721 token that an address owns. */
export const Erc721TokenBalance = z.object({ ...Erc721Token.shape, chainId }).meta({ id: 'Erc721TokenBalance' });
/** An ERC-721 token that an address owns. */
export type Erc721TokenBalance = z.infer<typeof Erc721TokenBalance>;

/** How many of an ERC-1155 token id an address holds. */
export const Erc1155TokenBalance = z
  .object({ ...Erc1155Token.shape, chainId, balance: z.string() })
  .meta({ id: 'Erc1155TokenBalance' });
/** How many of an ERC-1155 token id an address holds. */
export type Erc1155TokenBalance = z.infer<typeof Erc1155TokenBalance>;

/** Every list but that of collectibles has the address's native balance beside it. */
const listFields = { nextPageToken, nativeTokenBalance: GetNativeBalanceResponse.shape.nativeTokenBalance };

/** A page of an address's ERC-20 balances. */
export const ListErc20BalancesResponse = z
  .object({ ...listFields, erc20TokenBalances: z.array(Erc20TokenBalance) })
  .meta({ id: 'ListErc20BalancesResponse' });

/** A page of an address's ERC-721 tokens. */
export const ListErc721BalancesResponse = z
  .object({ ...listFields, erc721TokenBalances: z.array(Erc721TokenBalance) })
  .meta({ id: 'ListErc721BalancesResponse' });

/** A page of an address's ERC-1155 balances. */
export const ListErc1155BalancesResponse = z
  .object({ ...listFields, erc1155TokenBalances: z.array(Erc1155TokenBalance) })
  .meta({ id: 'ListErc1155BalancesResponse' });

/** A page of an address's NFTs of both standards. */
export const ListCollectibleBalancesResponse = z
  .object({ nextPageToken, collectibleBalances: z.array(z.union([Erc721TokenBalance, Erc1155TokenBalance])) })
  .meta({ id: 'ListCollectibleBalancesResponse' });
