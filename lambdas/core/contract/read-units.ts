import type { EndpointSpec } from './endpoint';

/** Of 8 kB, by class of endpoint. The table layer rejects reads beyond, so this bounds the worst-case bill. */
export const READ_UNITS = {
  none: 0,
  /** A few rows by key, no list. */
  few: 64,
  /** Four Queries of at most 1 MB each, plus the records referenced by a page of 100 rows. */
  page: 640,
  /** The same with large rows or pages: 500 balances with their NFTs, or the outputs of 256 addresses. */
  large: 3_584,
  /** All outputs of some addresses: 50,000 outputs of ordinary size. */
  sum: 4_736,
  /** 10,000 rows, each with its transaction. */
  window: 8_192,
  /** Lookups of a webhook's 10,000 addresses, and of the 256 shards they are in. */
  watch: 32_768,
} as const;

export const getReadBudget = (
  { access, readUnits }: Pick<EndpointSpec, 'access' | 'readUnits'>,
  hasKey: boolean,
  withoutKey: number,
): number => (hasKey || access !== 'anyone' ? readUnits : Math.min(readUnits, withoutKey));

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
