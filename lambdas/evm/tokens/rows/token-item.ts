import { key, parseKey } from '../../../core/table/key';
import { entities } from '../../../core/table/schema';
import type { Stored } from '../../../core/table/stored-item';
import type { TransferKind } from '../../domain/transfers';
import { isLive } from '../domain/drift';

type Reputation = 'Benign' | 'Malicious' | null; // null: no evidence either way

export interface TokenRecord {
  readonly token: string;
  readonly ercType: 'ERC-20' | 'ERC-721' | 'ERC-1155' | 'UNKNOWN';
  readonly name?: string;
  readonly symbol?: string;
  readonly decimals?: number;
  readonly logoUri?: string;
  readonly reputation: Reputation;
  readonly reason?: string;
  /** Rebasing: for some time, balances are read from the node when shown. */
  readonly live: boolean;
  /** Last reading, Unix seconds, and incomplete readings in a row. */
  readonly readAt?: number;
  readonly misses?: number;
}

/** The operator's settings take precedence. */
export const TOKEN = {
  ercType: 'y',
  name: 'nm',
  symbol: 'sy',
  decimals: 'dc',
  logoUri: 'lo',
  reputation: 'r',
  reason: 'rr',
  standard: 'st', // see `statedStandard`
  /** Unix seconds; absent in older items. */
  readAt: 'ra',
  misses: 'ms',
  operatorReputation: 'or',
  operatorReason: 'oq',
  /** Last confirmed drift, Unix seconds; `true` in older items. */
  live: 'lv',
} as const satisfies Record<string, string>;

export const tokenKey = (chain: string, token: string) => ({
  pk: key(entities.Token.pk, { chain, token }),
  sk: entities.Token.sk,
});

/** UNKNOWN does not count once a transfer shows the standard. An operator may rate it earlier. */
export const hasMetadata = (item: Stored | undefined, seenAs: TransferKind | undefined): boolean =>
  item?.[TOKEN.ercType] !== undefined && (seenAs === undefined || item[TOKEN.ercType] !== 'UNKNOWN');

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
