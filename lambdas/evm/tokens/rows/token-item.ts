import { key, parseKey } from '../../../core/table/key';
import { entities } from '../../../core/table/schema';
import type { Stored } from '../../../core/table/stored-item';
import type { TransferKind } from '../../domain/transfers';
import { isLive } from '../domain/drift';

/** null: there is no evidence for the token, and none against it. */
type Reputation = 'Benign' | 'Malicious' | null;

/** What is known of a contract apart from its transfers: its metadata, read once, and its reputation. */
export interface TokenRecord {
  readonly token: string;
  readonly ercType: 'ERC-20' | 'ERC-721' | 'ERC-1155' | 'UNKNOWN';
  readonly name?: string;
  readonly symbol?: string;
  /** Absent if the contract has none, or returns an invalid value. */
  readonly decimals?: number;
  readonly logoUri?: string;
  readonly reputation: Reputation;
  /** The reason: the list or the heuristic, or the operator's own words. */
  readonly reason?: string;
  /** Balances change without a transfer (rebasing): for some time they are read from the node when they are shown. */
  readonly live: boolean;
  /** When the contract was last read, Unix s, and how many readings in a row were incomplete. */
  readonly readAt?: number;
  readonly misses?: number;
}

/** Attributes of a token's item. What the operator sets has attributes of its own, and takes precedence. */
export const TOKEN = {
  ercType: 'y',
  name: 'nm',
  symbol: 'sy',
  decimals: 'dc',
  logoUri: 'lo',
  reputation: 'r',
  reason: 'rr',
  /** The standard that the contract reported, if it was asked: see `statedStandard`. */
  standard: 'st',
  /** When the contract was last read, Unix s; absent in items from before readings had a time. */
  readAt: 'ra',
  /** Incomplete readings in a row. */
  misses: 'ms',
  operatorReputation: 'or',
  operatorReason: 'oq',
  /** When a drift was last confirmed, Unix s; true in items from before marks had a time. */
  live: 'lv',
} as const satisfies Record<string, string>;

/** The key of a token's item. */
export const tokenKey = (chain: string, token: string) => ({
  pk: key(entities.Token.pk, { chain, token }),
  sk: entities.Token.sk,
});

/**
 * Whether the metadata of a contract was read. One that is UNKNOWN had not transferred anything yet: its first transfer
 * shows what it is. The operator may have set a reputation before the contract was seen.
 */
export const hasMetadata = (item: Stored | undefined, seenAs: TransferKind | undefined): boolean =>
  item?.[TOKEN.ercType] !== undefined && (seenAs === undefined || item[TOKEN.ercType] !== 'UNKNOWN');

/** What the item says. `now`: Unix ms. */
export function readToken(item: Stored, now: number): TokenRecord {
  const text = (name: keyof typeof TOKEN) =>
    typeof item[TOKEN[name]] === 'string' ? String(item[TOKEN[name]]) : undefined;
  const ruled = item[TOKEN.operatorReputation] !== undefined;
  const judged = text(ruled ? 'operatorReputation' : 'reputation');
  const [name, symbol, logoUri, reason] = [
    text('name'),
    text('symbol'),
    text('logoUri'),
    text(ruled ? 'operatorReason' : 'reason'),
  ];
  const { [TOKEN.decimals]: decimals, [TOKEN.readAt]: readAt, [TOKEN.misses]: misses } = item;
  return {
    token: parseKey(entities.Token.pk, item.pk).token,
    ercType: (text('ercType') ?? 'UNKNOWN') as TokenRecord['ercType'],
    ...(name === undefined ? {} : { name }),
    ...(symbol === undefined ? {} : { symbol }),
    ...(typeof decimals === 'number' ? { decimals } : {}),
    ...(logoUri === undefined ? {} : { logoUri }),
    reputation: judged === 'Benign' || judged === 'Malicious' ? judged : null,
    ...(reason === undefined ? {} : { reason }),
    live: isLive(item[TOKEN.live], Math.floor(now / 1_000)),
    ...(typeof readAt === 'number' ? { readAt } : {}),
    ...(typeof misses === 'number' ? { misses } : {}),
  };
}
