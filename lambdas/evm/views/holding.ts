import type { ListedHolding } from '../api/shared/holdings-page';
import type { Erc20TokenBalance, Erc721TokenBalance, Erc1155TokenBalance } from '../contract/schemas/balances';
import { checksummed } from './address';
import type { Nfts } from './nft';
import { erc20TokenView, erc721TokenView, erc1155TokenView, type Records, type Tokens } from './token';

export function erc20BalanceView(
  chainId: string,
  { token, amount }: ListedHolding,
  records: Pick<Records, 'tokens' | 'prices' | 'getMetadata'>,
): Erc20TokenBalance {
  const view = erc20TokenView(token, records);
  const balanceValue = view.decimalsMissing ? undefined : records.prices.worth(token, amount, view.decimals);
  return { ...view, chainId, balance: String(amount), balanceValue };
}

export const erc721BalanceView = (
  chainId: string,
  holding: ListedHolding,
  tokens: Tokens,
  nfts: Nfts,
): Erc721TokenBalance => ({
  ...erc721TokenView(holding.token, holding.id ?? 0n, tokens, nfts),
  ownerAddress: checksummed(holding.holder),
  chainId,
});

export const erc1155BalanceView = (chainId: string, holding: ListedHolding, nfts: Nfts): Erc1155TokenBalance => ({
  ...erc1155TokenView(holding.token, holding.id ?? 0n, nfts),
  chainId,
  balance: String(holding.amount),
});
