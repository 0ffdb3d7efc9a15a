import type { Deps } from '../../adapters/deps';
import type { Chain } from '../../contract/config';

type Currency =
  | 'usd'
  | 'eur'
  | 'aud'
  | 'cad'
  | 'chf'
  | 'clp'
  | 'cny'
  | 'czk'
  | 'dkk'
  | 'gbp'
  | 'hkd'
  | 'huf'
  | 'jpy'
  | 'nzd';

/** Prices of tokens in the requested currency. */
export interface Priced {
  /** The price of a whole token and the value of an amount in its smallest unit; empty if no price is known. */
  of(token: string, amount: bigint, decimals: number): { price?: Money; balanceValue?: Money };
}
interface Money {
  readonly currencyCode: Currency;
  readonly value: number;
}

/** Prices of these tokens (`native`, or addresses); none without a currency or a provider. */
export async function pricesFor(
  { prices }: Pick<Deps<{ node: true }>, 'prices'>,
  { chainId }: Chain,
  currencyCode: Currency | undefined,
  tokens: readonly string[],
): Promise<Priced> {
  const found = currencyCode && prices ? await prices.prices(chainId, tokens, currencyCode) : undefined;
  return {
    of(token, amount, decimals) {
      const price = found?.get(token);
      if (price === undefined || currencyCode === undefined) return {};
      const value = (Number(amount) / 10 ** decimals) * price;
      return { price: { currencyCode, value: price }, balanceValue: { currencyCode, value } };
    },
  };
}

/** For endpoints that take no currency. */
export const NO_PRICES: Priced = { of: () => ({}) };
