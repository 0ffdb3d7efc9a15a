import type * as z from 'zod';
import type { Money } from '../../../core/contract/schemas/money';
import type { Currency } from '../../../core/contract/schemas/params';
import type { Deps } from '../implement';

export type CurrencyCode = z.output<typeof Currency>;
export const DEFAULT_CURRENCY: CurrencyCode = 'usd';
type Amount = z.output<typeof Money>;

/** In one currency; undefined if unknown. A token is `native` or a lower-case address. */
export interface TokenPrices {
  of(token: string): Amount | undefined;
  /** `amount` in the token's smallest unit. */
  worth(token: string, amount: bigint, decimals: number): Amount | undefined;
  readonly historical: Amount | undefined;
}

const NO_PRICES: TokenPrices = { of: () => undefined, worth: () => undefined, historical: undefined };

/** `timestamp` in Unix seconds, for the network token. */
export async function getPrices(
  { prices }: Deps<{ prices: true }>,
  chainId: string,
  currencyCode: CurrencyCode,
  tokens: readonly string[],
  timestamp?: number,
): Promise<TokenPrices> {
  if (!prices || tokens.length === 0) return NO_PRICES;
  const { current, historical } = await prices.prices(chainId, [...new Set(tokens)], currencyCode, timestamp);
  // A product may overflow to Infinity, which JSON cannot represent.
  const amount = (value = Number.NaN) => (Number.isFinite(value) ? { currencyCode, value } : undefined);
  return {
    of: (token) => amount(current.get(token)),
    worth: (token, units, decimals) => amount((Number(units) / 10 ** decimals) * (current.get(token) ?? Number.NaN)),
    historical: amount(historical.get('native')),
  };
}
