import type { EndpointSpec } from './endpoint';

/**
 * The most read units (of 8 kB) that one request may use, by what an endpoint does. The table layer refuses every read
 * that could exceed them, so the worst bill follows from the declarations.
 */
export const READ_UNITS = {
  none: 0,
  /** Some rows by their keys, and no list. */
  few: 64,
  /** Four Queries, of which each reads 1 MB at most, and the records of what a page of 100 rows names. */
  page: 640,
  /** The same with large rows or pages: 500 balances with their NFTs, or the outputs of 256 addresses. */
  large: 3_584,
  /** All outputs of some addresses: 50,000 ordinary ones. */
  sum: 4_736,
  /** The lookups of the 10,000 addresses that a webhook may watch, and of the 256 shards that they are in. */
  watch: 32_768,
} as const;

/** The budget of a request to an endpoint. `withoutKey`: the limit of requests without a key, by the configuration. */
export const getReadBudget = (
  { access, readUnits }: Pick<EndpointSpec, 'access' | 'readUnits'>,
  hasKey: boolean,
  withoutKey: number,
): number => (hasKey || access !== 'anyone' ? readUnits : Math.min(readUnits, withoutKey));

/** What a caller can do after a request that would have exceeded a budget of `limit` units. */
export function howToReadLess(
  { access, readUnits, askInstead, query }: Pick<EndpointSpec, 'access' | 'readUnits' | 'askInstead' | 'query'>,
  limit: number,
): string {
  const smaller = [
    ...('addresses' in query.shape || 'rewardAddresses' in query.shape ? ['fewer addresses'] : []),
    ...('pageSize' in query.shape ? ['a smaller pageSize'] : []),
  ];
  const less = askInstead ?? `ask for ${smaller.join(' or ') || 'less at once'}`;
  return access === 'anyone' && limit < readUnits ? `send an API key, which allows ${readUnits}, or ${less}` : less;
}
