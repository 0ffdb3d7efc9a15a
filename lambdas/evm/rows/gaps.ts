import type { BlockRef } from '../../chain/domain/block';
import { msSince } from '../../core/domain/stored-time';
import type { Clock } from '../../core/runtime/clock';
import { hexToBytes, toHex } from '../../core/table/hex';
import type { Item, ItemKey } from '../../core/table/item';
import { after, blockDigits, key } from '../../core/table/key';
import { entities } from '../../core/table/schema';
import type { Table } from '../../core/table/table';
import { GAP_KINDS, type Gap, type GapKind } from '../domain/gap';

export const MAX_COUNTED_GAPS = 1_000; // larger counts show as this number
const MAX_AGE_MS = 10_000; // gaps are rare, and nothing depends on the counts

const getPrefix = (kind: GapKind): string => `gap-${kind}-`;
const toPk = (chain: string): string => key(entities.Cursor.pk, { chain });

export const gapKey = (chain: string, { kind, number }: Pick<Gap, 'kind' | 'number'>): ItemKey => ({
  pk: toPk(chain),
  sk: key(entities.Cursor.sk, { cursor: `${getPrefix(kind)}${blockDigits(number)}` }),
});

export const gapItem = (chain: string, gap: Gap): Item => ({
  ...gapKey(chain, gap),
  n: gap.number,
  h: hexToBytes(gap.hash),
  ...(gap.transactions.length > 0 ? { t: gap.transactions.join(',') } : {}),
});

export const tracesGap = ({ number, hash }: BlockRef, transactions: readonly number[] = []): Gap => ({
  kind: 'traces',
  number,
  hash,
  transactions,
});

export async function getGaps(table: Table, chain: string, kind: GapKind, limit: number, from = 0): Promise<Gap[]> {
  const prefix = getPrefix(kind);
  const range = { pk: toPk(chain), low: gapKey(chain, { kind, number: from }).sk, high: after(prefix) };
  const { items } = await table.query({ ...range, ascending: true, limit });
  return items.map((item) => ({
    kind,
    number: Number(item.n),
    hash: toHex(item.h as Uint8Array),
    transactions: typeof item.t === 'string' ? item.t.split(',').map(Number) : [],
  }));
}

/** Each capped at `MAX_COUNTED_GAPS`. */
export async function countGaps(table: Table, chain: string): Promise<Readonly<Record<GapKind, number>>> {
  const counts = GAP_KINDS.map(
    async (kind) => [kind, (await getGaps(table, chain, kind, MAX_COUNTED_GAPS)).length] as const,
  );
  return Object.fromEntries(await Promise.all(counts)) as Record<GapKind, number>;
}

const counted = new Map<string, { at: number; counts: Awaited<ReturnType<typeof countGaps>> }>();

export const gapReader = (table: Table, now: Clock) => ({
  async gapCounts(chain: string): ReturnType<typeof countGaps> {
    const known = counted.get(chain);
    if (known && msSince(known.at, now()) <= MAX_AGE_MS) return known.counts;
    const counts = await countGaps(table, chain);
    counted.set(chain, { at: now(), counts });
    return counts;
  },
});
