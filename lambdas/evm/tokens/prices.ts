import * as z from 'zod';
import { BoundedCache } from '../../core/domain/bounded-cache';
import { msSince } from '../../core/domain/stored-time';
import { USER_AGENT } from '../../core/fetch/user-agent';
import { type Clock, systemClock } from '../../core/runtime/clock';
import { log } from '../../core/runtime/log';

/** `native`, or a token's address in lower case. */
export type Priced = string;
/** Prices per whole token. Tokens without a known price are omitted. */
export type Prices = ReadonlyMap<Priced, number>;
export interface PriceProvider {
  /**
   * Current prices, and prices at `timestamp` (Unix seconds) if the source has history. Never throws: prices that
   * cannot be read in time are omitted.
   */
  prices(
    chainId: string,
    tokens: readonly Priced[],
    currency: string,
    timestamp?: number,
  ): Promise<{ readonly current: Prices; readonly historical: Prices }>;
}

/** Price cache lifetime, pause after a failure, and request timeout, ms. */
const [CACHE_MS, RETRY_MS, TIMEOUT_MS] = [60_000, 10_000, 2_000];
/** Tokens per request. A page of transactions may have more; the last ones get no price. */
const MAX_TOKENS = 1_000;
/** About 10 MB. */
const MAX_CACHED_PRICES = 50_000;

const Values = z.record(z.string(), z.unknown());
const Answer = z.object({ prices: Values, historicalPrices: Values.nullish() });
const Price = z.number().nonnegative();

/**
 * Client of the operator's price service; undefined without a URL. POSTs `{chainId, currency, tokens, timestamp?}` and
 * expects `{prices: {token: number}, historicalPrices?: {token: number}}`. Makes at most one request per call.
 */
export function priceProvider(
  url: string | undefined,
  { now = systemClock, timeoutMs = TIMEOUT_MS }: { readonly now?: Clock; readonly timeoutMs?: number } = {},
): PriceProvider | undefined {
  if (url === undefined) return undefined;
  const kept = new BoundedCache<string, { readonly at: number; readonly price: number | undefined }>(MAX_CACHED_PRICES);
  let failedAt = 0;
  const ask = async (question: Readonly<Record<string, unknown>>) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': USER_AGENT },
      body: JSON.stringify(question),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) throw new Error(`price service returned HTTP ${response.status}`);
    return Answer.parse(await response.json());
  };
  return {
    async prices(chainId, tokens, currency, timestamp) {
      const times = timestamp === undefined ? [undefined] : [undefined, timestamp];
      const toId = (token: Priced, time?: number) => `${chainId} ${currency} ${token} ${time ?? ''}`;
      const cached = (token: Priced, time?: number) => {
        const found = kept.get(toId(token, time));
        return found && msSince(found.at, now()) <= CACHE_MS ? found : undefined;
      };
      const unknown = tokens.filter((token) => times.some((time) => !cached(token, time))).slice(0, MAX_TOKENS);
      if (unknown.length > 0 && msSince(failedAt, now()) >= RETRY_MS)
        try {
          const answer = await ask({ chainId, currency, tokens: unknown, timestamp });
          for (const token of unknown)
            for (const time of times) {
              const values = time === undefined ? answer.prices : answer.historicalPrices;
              kept.set(toId(token, time), { at: now(), price: Price.safeParse(values?.[token]).data });
            }
        } catch (error) {
          failedAt = now();
          log.warn('price service failed', { error: error instanceof Error ? error.name : 'unknown' });
        }
      const pricesAt = (time?: number): Prices =>
        new Map(
          tokens.flatMap((token) => {
            const price = cached(token, time)?.price;
            return price === undefined ? [] : [[token, price]];
          }),
        );
      return { current: pricesAt(), historical: timestamp === undefined ? new Map() : pricesAt(timestamp) };
    },
  };
}
