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
interface Row<T> {
  readonly key: string;
  readonly value: T;
}

/** Where a page ended. */
export interface Position {
  /** Key of the last row. */
  readonly after: string;
  /** For each list of an ascending page the item that held `after`, or the last one below; null where there is none. */
  readonly items: readonly (string | null)[];
  /** Rows that an item held. */
  readonly density: number;
}

/** Which page: `keep` leaves rows out. */
export interface PageQuery<T> {
  readonly ascending: boolean;
  readonly size: number;
  readonly from?: Position | undefined;
  readonly keep?: (value: T) => boolean;
}

/** Queries that a page may make, over all its lists; then it stays short. */
const MOST_QUERIES = 4;
/** Rows an item held when this warm function last read such a list, by the key's literal. */
const seenDensity = new Map<string, number>();

/**
 * One page over one list, or merged over several whose row keys compare. `next` is absent when nothing is left. The
 * position is the last row's key, not an item's: a page may begin inside an item, and survives another packing.
 */
export async function readPage<T>(table: Table, lists: readonly List<T>[], options: PageQuery<T>) {
  const { ascending, size, from } = options;
  const most = Math.max(1, Math.floor(MOST_QUERIES / lists.length));
  const parts = await Promise.all(lists.map((list, i) => readPart(table, list, options, from?.items[i] ?? null, most)));
  const sign = ascending ? 1 : -1;
  const merged = parts.flatMap((part) => part.rows);
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
          items: ascending
            ? parts.map((part, i) => part.items.findLast((item) => item <= last) ?? from?.items[i] ?? null)
            : [],
          density: parts.reduce((sum, part) => sum + part.density, 0) / parts.length,
        }
      : undefined;
  return { values: page.map((row) => row.value), next };
}

interface Part<T> {
  readonly rows: readonly Row<T>[];
  /** Keys of the items that were read, in their order. */
  readonly items: readonly string[];
  /** true: the list goes on behind `reached`, the last row of the page's range that was looked at. */
  readonly more: boolean;
  readonly reached: string;
  readonly density: number;
}

async function readPart<T>(
  table: Table,
  list: List<T>,
  { ascending, size, from, keep }: PageQuery<T>,
  hint: string | null,
  most: number,
): Promise<Part<T>> {
  const kind = list.pk.split('#', 1)[0] ?? '';
  let density = from?.density ?? seenDensity.get(kind) ?? 1;
  let { low, high } = list;
  if (from && ascending) low = later(low, hint !== null && hint <= from.after ? hint : from.after);
  if (from && !ascending) high = earlier(high, justBelow(from.after));
  const rows: Row<T>[] = [];
  const items: string[] = [];
  let reached = from?.after ?? (ascending ? low : high);
  let more = low <= high;
  for (let queries = 1; more && rows.length <= size && queries <= most; queries++) {
    const wanted = size + 1 - rows.length;
    const limit = Math.min(wanted, Math.ceil((1.3 * wanted) / density) + 1);
    const answer = await table.query({ ...list, low, high, ascending, limit });
    const packed = answer.items.map((item) => list.rows(item));
    if (queries === 1 && from && ascending && hint !== null && !beginsBy(packed, from.after)) {
      // Packed anew since: the item that holds `after` begins before the one that did, and may hold rows behind it.
      const { items: held } = await table.query({ ...list, high: from.after, ascending: false, limit: 1 });
      packed.unshift(...held.map((item) => list.rows(item)));
      queries++;
    }
    if (packed.length > 0) density = Math.max(1, packed.flat().length / packed.length);
    for (const own of packed) {
      items.push(own[0]?.key ?? '');
      for (const row of ascending ? own : own.toReversed()) {
        if (from && (ascending ? row.key <= from.after : row.key >= from.after)) continue;
        if (row.key < list.low || row.key > list.high) continue;
        reached = row.key;
        if (!keep || keep(row.value)) rows.push(row);
      }
    }
    if (packed.length > 0) seenDensity.set(kind, density);
    // From the last row that was read, not from `reached`: an item further on may begin before `after` and go beyond it.
    const end = ascending ? packed.at(-1)?.at(-1) : packed.at(-1)?.[0];
    if (end && ascending) low = justAbove(end.key);
    if (end && !ascending) high = justBelow(end.key);
    more = answer.more && low <= high;
  }
  return { rows, items, more, reached, density };
}

const beginsBy = (packed: readonly (readonly Row<unknown>[])[], key: string): boolean => {
  const first = packed[0]?.[0];
  return first !== undefined && first.key <= key;
};

const earlier = (a: string, b: string): string => (a < b ? a : b);
const later = (a: string, b: string): string => (a > b ? a : b);
/** The least text above `key` that matters: digits, letters and `#` all sort above `!`. */
const justAbove = (key: string): string => `${key}!`;
/** The greatest text below `key` that matters: no key lies between the two. Keys end in a digit. */
const justBelow = (key: string): string =>
  `${key.slice(0, -1)}${String.fromCharCode(key.charCodeAt(key.length - 1) - 1)}~`;
