import type { BlockRef } from '../../chain/domain/block';
import type { BlockRange } from '../../chain/domain/block-range';
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

const GAP_PREFIX = 'gap-';
const getPrefix = (kind: GapKind): string => `${GAP_PREFIX}${kind}-`;
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

const seen = new Map<string, { at: string; any: boolean }>();

/** One read per block and warm function: most chains have none. */
async function hasAny(table: Table, chain: string, at: string): Promise<boolean> {
  const known = seen.get(chain);
  if (known?.at === at) return known.any;
  const range = { pk: toPk(chain), low: GAP_PREFIX, high: after(GAP_PREFIX), ascending: true, limit: 1 };
  const { items } = await table.query({ ...range, consistent: true });
  seen.set(chain, { at, any: items.length > 0 });
  return items.length > 0;
}

const counted = new Map<string, { at: number; counts: Awaited<ReturnType<typeof countGaps>> }>();

export const gapReader = (table: Table, now: Clock) => ({
  /**
   * The number of a block in the range with such a gap. `at`: where the cursors are; they move after gaps are written,
   * so that a cached answer holds until then.
   */
  async gapIn(
    chain: string,
    kinds: readonly GapKind[],
    { from, to }: BlockRange,
    at: string,
  ): Promise<number | undefined> {
    if (from > to || !(await hasAny(table, chain, at))) return undefined;
    const found = await Promise.all(kinds.map((kind) => getGaps(table, chain, kind, 1, from)));
    return found.flat().find(({ number }) => number <= to)?.number;
  },
  async gapCounts(chain: string): ReturnType<typeof countGaps> {
    const known = counted.get(chain);
    if (known && msSince(known.at, now()) <= MAX_AGE_MS) return known.counts;
    const counts = await countGaps(table, chain);
    counted.set(chain, { at: now(), counts });
    return counts;
  },
});
