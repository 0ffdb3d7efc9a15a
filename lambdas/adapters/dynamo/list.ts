import type { IndexName } from '../../table/schema';
import type { Table } from './table';

/** A list of the table: one range of one key. An item may hold several rows; each row has a key of its own. */
export interface List<T> {
  readonly pk: string;
  readonly index?: IndexName;
  /** Bounds of the rows' keys, both included. */
  readonly low: string;
  readonly high: string;
  /** The rows of an item, ascending. The first one's key is the item's own. */
  rows(item: Record<string, unknown>): readonly Row<T>[];
}
export interface Row<T> {
  readonly key: string;
  readonly value: T;
}

/** Where a page ended: the last row, and for each list the item that it came from and the rows an item holds. */
export interface Position {
  readonly after: string;
  readonly items: readonly (string | null)[];
  readonly density: number;
}

/** Which page: `keep` leaves rows out; at most 4 Queries are made for it, then the page stays short. */
export interface PageQuery<T> {
  readonly ascending: boolean;
  readonly size: number;
  readonly from?: Position | undefined;
  readonly keep?: (value: T) => boolean;
}

const MOST_QUERIES = 4;
/** Rows an item held when this warm function last read such a list, by the key's literal. */
const seenDensity = new Map<string, number>();

/**
 * One page over one list, or merged over several whose row keys compare. `next` is absent when nothing is left. The
 * position is the last row's key, not an item's: a page may begin inside an item, and survives another packing.
 */
export async function readPage<T>(table: Table, lists: readonly List<T>[], options: PageQuery<T>) {
  const { ascending, size, from } = options;
  const parts = await Promise.all(lists.map((list, i) => readPart(table, list, options, from?.items[i] ?? null)));
  const sign = ascending ? 1 : -1;
  const merged = parts.flatMap((part, list) => part.rows.map((row) => ({ ...row, list })));
  if (parts.length > 1) merged.sort((a, b) => (a.key < b.key ? -sign : sign));
  // A list that stopped early ends the page: rows of another beyond its last may not be the next ones.
  const stops = parts.flatMap((part) => (part.more ? [part.reached] : []));
  const stop = stops.length > 0 ? stops.reduce((a, b) => (a < b === ascending ? a : b)) : undefined;
  const within = merged.filter((row) => stop === undefined || (ascending ? row.key <= stop : row.key >= stop));
  const page = within.slice(0, size);
  const last = page.length === size ? page.at(-1)?.key : (stop ?? page.at(-1)?.key);
  const more = within.length > page.length || stop !== undefined;
  const next: Position | undefined =
    more && last !== undefined
      ? {
          after: last,
          items: lists.map((_, i) => page.filter((row) => row.list === i).at(-1)?.item ?? from?.items[i] ?? null),
          density: parts.reduce((sum, part) => sum + part.density, 0) / parts.length,
        }
      : undefined;
  return { values: page.map((row) => row.value), next };
}

interface Part<T> {
  readonly rows: readonly (Row<T> & { readonly item: string })[];
  /** true: the list goes on behind `reached`, the key of the last row that was looked at. */
  readonly more: boolean;
  readonly reached: string;
  readonly density: number;
}

async function readPart<T>(table: Table, list: List<T>, options: PageQuery<T>, hint: string | null): Promise<Part<T>> {
  const { ascending, size, from, keep } = options;
  const kind = list.pk.split('#', 1)[0] ?? '';
  let density = from?.density ?? seenDensity.get(kind) ?? 1;
  let { low, high } = list;
  if (from && ascending)
    low = hint !== null && hint >= low && hint <= from.after ? hint : await itemAt(table, list, from.after);
  if (from && !ascending) high = justBelow(from.after);
  const rows: (Row<T> & { item: string })[] = [];
  let reached = from?.after ?? (ascending ? low : high);
  for (let queries = 1; low <= high; queries++) {
    const wanted = size + 1 - rows.length;
    const limit = Math.min(wanted, Math.ceil((1.3 * wanted) / density) + 1);
    const { items, more } = await table.query({ ...list, low, high, ascending, limit });
    const packed = items.map((item) => list.rows(item));
    if (low === hint && packed[0]?.[0]?.key !== hint) {
      low = await itemAt(table, list, reached);
      hint = null;
      continue;
    }
    if (packed.length > 0) density = Math.max(1, packed.flat().length / packed.length);
    for (const own of packed)
      for (const row of ascending ? own : own.toReversed()) {
        if (from && (ascending ? row.key <= from.after : row.key >= from.after)) continue;
        if (row.key < list.low || row.key > list.high) continue;
        reached = row.key;
        if (!keep || keep(row.value)) rows.push({ ...row, item: own[0]?.key ?? row.key });
      }
    seenDensity.set(kind, density);
    if (!more || rows.length > size || queries >= MOST_QUERIES) return { rows, more, reached, density };
    if (ascending) low = justAbove(reached);
    else high = justBelow(reached);
  }
  return { rows, more: false, reached, density };
}

/**
 * The key of the item that holds the row `after`: where an ascending page goes on when the position does not know, as
 * the rows were packed anew since, or this list has given none yet. It is the last item that begins at or before it.
 */
async function itemAt<T>(table: Table, list: List<T>, after: string): Promise<string> {
  if (after < list.low) return list.low;
  const { items } = await table.query({ ...list, high: after, ascending: false, limit: 1 });
  return (items[0] && list.rows(items[0])[0]?.key) ?? list.low;
}

/** The least text above `key` that matters: digits, letters and `#` all sort above `!`. */
const justAbove = (key: string): string => `${key}!`;
/** The greatest text below `key` that matters: no key lies between the two. Keys end in a digit. */
const justBelow = (key: string): string =>
  `${key.slice(0, -1)}${String.fromCharCode(key.charCodeAt(key.length - 1) - 1)}~`;
