import * as z from 'zod';
import { runtimeConfig } from '../config';

/** `native`, or a token's address in lower case. */
export type Priced = string;
/** Prices of whole tokens. A token without a price is left out. */
export interface PriceProvider {
  prices(chainId: string, tokens: readonly Priced[], currency: string): Promise<ReadonlyMap<Priced, number>>;
}

/** How long a price is cached, and the timeout of a request, ms. */
const [CACHE_MS, TIMEOUT_MS] = [60_000, 2_000];
const Answer = z.object({ prices: z.record(z.string(), z.number().nonnegative()) });

/**
 * The operator's own price service, if configured: POST `{chainId, currency, tokens}` answers `{prices: {token:
 * number}}`. If it fails or is slow, answers have no prices.
 */
export function priceProvider(url: string | undefined = runtimeConfig().priceUrl): PriceProvider | undefined {
  if (url === undefined) return undefined;
  const kept = new Map<string, { at: number; price: number | undefined }>();
  const ask = async (chainId: string, tokens: readonly Priced[], currency: string) => {
    const body = JSON.stringify({ chainId, currency, tokens });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(TIMEOUT_MS) });
    return Answer.parse(await response.json()).prices;
  };
  return {
    async prices(chainId, tokens, currency) {
      const keyOf = (token: Priced) => `${chainId} ${currency} ${token}`;
      const stale = tokens.filter((token) => Date.now() - (kept.get(keyOf(token))?.at ?? 0) > CACHE_MS);
      if (stale.length > 0) {
        const prices = await ask(chainId, stale, currency).catch((error: unknown) => {
          console.warn({ message: 'price service failed', error: error instanceof Error ? error.name : 'unknown' });
          return {} as Record<string, number>;
        });
        for (const token of stale) kept.set(keyOf(token), { at: Date.now(), price: prices[token] });
      }
      return new Map(
        tokens.flatMap((token) => {
          const price = kept.get(keyOf(token))?.price;
          return price === undefined ? [] : [[token, price]];
        }),
      );
    },
  };
}
