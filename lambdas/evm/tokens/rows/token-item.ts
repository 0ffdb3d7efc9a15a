import { key, parseKey } from '../../../core/table/key';
import { entities } from '../../../core/table/schema';
import type { Stored } from '../../../core/table/stored-item';
import type { TransferKind } from '../../domain/transfers';
import { isLive } from '../domain/drift';

/** null: no evidence either way. */
type Reputation = 'Benign' | 'Malicious' | null;

export interface TokenRecord {
  readonly token: string;
  readonly ercType: 'ERC-20' | 'ERC-721' | 'ERC-1155' | 'UNKNOWN';
  readonly name?: string;
  readonly symbol?: string;
  readonly decimals?: number;
  readonly logoUri?: string;
  readonly reputation: Reputation;
  /** The list or heuristic, or the operator's own words. */
  readonly reason?: string;
  /** Balances change without transfers (rebasing), so they are read from the node when shown, for some time. */
  readonly live: boolean;
  /** Time of the last reading, Unix seconds, and the number of incomplete readings in a row. */
  readonly readAt?: number;
  readonly misses?: number;
}

/** Attributes of a token's item. The operator's settings have their own attributes and take precedence. */
export const TOKEN = {
  ercType: 'y',
  name: 'nm',
  symbol: 'sy',
  decimals: 'dc',
  logoUri: 'lo',
  reputation: 'r',
  reason: 'rr',
  /** The standard reported by the contract, if it was queried: see `statedStandard`. */
  standard: 'st',
  /** Time of the last reading, Unix seconds; absent in items written before readings had a time. */
  readAt: 'ra',
  misses: 'ms',
  operatorReputation: 'or',
  operatorReason: 'oq',
  /** Time of the last confirmed drift, Unix seconds; `true` in items written before marks had a time. */
  live: 'lv',
} as const satisfies Record<string, string>;

export const tokenKey = (chain: string, token: string) => ({
  pk: key(entities.Token.pk, { chain, token }),
  sk: entities.Token.sk,
});

/**
 * Whether a contract's metadata was read. UNKNOWN does not count once there is a transfer, which shows the standard. An
 * item without metadata exists if the operator set a reputation before the contract was seen.
 */
export const hasMetadata = (item: Stored | undefined, seenAs: TransferKind | undefined): boolean =>
  item?.[TOKEN.ercType] !== undefined && (seenAs === undefined || item[TOKEN.ercType] !== 'UNKNOWN');

/** `now`: Unix ms. */
export function readToken(item: Stored, now: number): TokenRecord {
  const text = (name: keyof typeof TOKEN) =>
    typeof item[TOKEN[name]] === 'string' ? String(item[TOKEN[name]]) : undefined;
  const isOverridden = item[TOKEN.operatorReputation] !== undefined;
  const verdict = text(isOverridden ? 'operatorReputation' : 'reputation');
  const [name, symbol, logoUri, reason] = [
    text('name'),
    text('symbol'),
    text('logoUri'),
    text(isOverridden ? 'operatorReason' : 'reason'),
  ];
  const { [TOKEN.decimals]: decimals, [TOKEN.readAt]: readAt, [TOKEN.misses]: misses } = item;
  return {
    token: parseKey(entities.Token.pk, item.pk).token,
    ercType: (text('ercType') ?? 'UNKNOWN') as TokenRecord['ercType'],
    ...(name === undefined ? {} : { name }),
    ...(symbol === undefined ? {} : { symbol }),
    ...(typeof decimals === 'number' ? { decimals } : {}),
    ...(logoUri === undefined ? {} : { logoUri }),
    reputation: verdict === 'Benign' || verdict === 'Malicious' ? verdict : null,
    ...(reason === undefined ? {} : { reason }),
    live: isLive(item[TOKEN.live], Math.floor(now / 1_000)),
    ...(typeof readAt === 'number' ? { readAt } : {}),
    ...(typeof misses === 'number' ? { misses } : {}),
  };
}
