import * as z from 'zod';
import { BoundedCache } from '../../core/domain/bounded-cache';
import { msSince } from '../../core/domain/stored-time';
import { USER_AGENT } from '../../core/fetch/user-agent';
import { type Clock, systemClock } from '../../core/runtime/clock';
import { log } from '../../core/runtime/log';

export type Priced = string; // `native`, or an address in lower case
export type Prices = ReadonlyMap<Priced, number>;
export interface PriceProvider {
  /** `timestamp` in Unix seconds. Never throws; omits prices that are not read in time. */
  prices(
    chainId: string,
    tokens: readonly Priced[],
    currency: string,
    timestamp?: number,
  ): Promise<{ readonly current: Prices; readonly historical: Prices }>;
}

const [CACHE_MS, RETRY_MS, TIMEOUT_MS] = [60_000, 10_000, 2_000];
/** A page of transactions may have more; the last ones get no price. */
const MAX_TOKENS = 1_000;
const MAX_CACHED_PRICES = 50_000; // about 10 MB

const Values = z.record(z.string(), z.unknown());
const Answer = z.object({ prices: Values, historicalPrices: Values.nullish() });
const Price = z.number().nonnegative();

/**
 * POSTs `{chainId, currency, tokens, timestamp?}`, at most once per call. Expects `{prices: {token:
 * number}, historicalPrices?: {token: number}}`. undefined without a URL.
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
