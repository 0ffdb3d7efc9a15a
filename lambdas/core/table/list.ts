import { after, justAbove, justBelow } from './key';
import type { IndexName } from './schema';
import type { Table } from './table';

/** Inclusive on both ends. */
export interface KeyRange {
  readonly low: string;
  readonly high: string;
}

/**
 * One range of one partition. An item may hold several rows, each with its own key. If `high` is below `low`, the list
 * is empty and costs no Query.
 */
export interface List<T> extends KeyRange {
  readonly pk: string;
  readonly index?: IndexName;
  /** Of every row's key in the table. Row keys exclude it, so that merged lists compare. */
  readonly prefix?: string;
  readonly hidden?: readonly KeyRange[];
  /** Ascending. The first row's key is the item's own. */
  rows(item: Record<string, unknown>): readonly Row<T>[];
}
interface Row<T> {
  readonly key: string;
  readonly value: T;
}

export interface Position {
  readonly after: string;
  /** Per list of an ascending page: key of the item that held `after`, or of the last one below it, or null. */
  readonly items: readonly (string | null)[];
  readonly density: number;
}

export interface PageQuery<T> {
  readonly ascending: boolean;
  readonly size: number;
  // Rows with this many leading key characters in common form a group: `size` counts groups, and a page never ends
  // within one. A group beyond `MAX_GROUP_ITEMS` items is truncated.
  readonly group?: number;
  readonly from?: Position | undefined;
  readonly keep?: (value: T) => boolean;
}

/** Per page over all its lists. Beyond that, or half of the read budget, a page ends early. */
const MAX_QUERIES = 4;
const MAX_GROUP_ITEMS = 100;
/** 3,000 transfers of tokens with the longest names are 5 MB; a Lambda response holds 6 MB. */
const MAX_GROUPED_ROWS = 3_000;
/** Below one group per item, groups are large. */
const MIN_DENSITY = 0.02;
/** Rows per item when this warm function last read such a list, by the key's literal and prefix. */
const seenDensity = new Map<string, number>();

/**
 * One page of a list, or of several merged by row key. `next` is undefined on the last page. A position is a row's key,
 * not an item's: a page may start inside an item, and stays valid if rows are packed differently later.
 */
export async function readPage<T>(table: Table, lists: readonly List<T>[], query: PageQuery<T>) {
  const options = { ...query, from: query.from && betweenGroups(query.from, query) };
  const { ascending, size, from, group } = options;
  const getGroup = (key: string) => (group === undefined ? key : key.slice(0, group));
  const present = lists.filter(({ low, high }) => low <= high).length;
  const most = Math.max(1, Math.floor(MAX_QUERIES / present));
  const parts = await Promise.all(lists.map((list, i) => readPart(table, list, options, from?.items[i] ?? null, most)));
  const sign = ascending ? 1 : -1;
  const merged = parts.flatMap((part) => part.rows);
  if (parts.length > 1) merged.sort((a, b) => (a.key < b.key ? -sign : sign));
  // A list that stopped early ends the page: beyond its last row, rows of other lists may not be the next ones.
  const stops = parts.flatMap((part) => (part.more ? [part.reached] : []));
  const stop = stops.length > 0 ? stops.reduce((a, b) => (a < b === ascending ? a : b)) : undefined;
  const within = merged.filter((row) => stop === undefined || (ascending ? row.key <= stop : row.key >= stop));
  const groups = [...new Set(within.map((row) => getGroup(row.key)))];
  const fit = Math.min(size, groupsThatFit(within, getGroup));
  const shown = new Set(groups.slice(0, fit));
  const page = within
    .filter((row) => shown.has(getGroup(row.key)))
    .slice(0, group === undefined ? undefined : MAX_GROUPED_ROWS);
  const ended = groups[fit - 1];
  const full = groups.length >= fit && ended !== undefined && (fit === size || groups.length > fit);
  const last = full ? getEnd(ended, options) : (stop ?? page.at(-1)?.key);
  const more = groups.length > fit || stop !== undefined;
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

function groupsThatFit(rows: readonly Row<unknown>[], getGroup: (key: string) => string): number {
  const within = new Set(rows.slice(0, MAX_GROUPED_ROWS + 1).map((row) => getGroup(row.key)));
  return rows.length > MAX_GROUPED_ROWS ? Math.max(1, within.size - 1) : Number.POSITIVE_INFINITY;
}

const getEnd = (group: string, { ascending, group: length }: Pick<PageQuery<never>, 'ascending' | 'group'>): string =>
  length !== undefined && ascending ? after(group) : group;

/** Positions are not signed: one in the middle of a group is moved to the group's end. */
function betweenGroups(from: Position, query: Pick<PageQuery<never>, 'ascending' | 'group'>): Position {
  const { group = Number.POSITIVE_INFINITY } = query;
  return from.after.length < group ? from : { ...from, after: getEnd(from.after.slice(0, group), query) };
}

interface Part<T> {
  readonly rows: readonly Row<T>[];
  readonly items: readonly string[];
  /** true: the list continues after `reached`, the last row read within the page's range. */
  readonly more: boolean;
  readonly reached: string;
  readonly density: number;
}

async function readPart<T>(
  table: Table,
  list: List<T>,
  options: PageQuery<T>,
  hint: string | null,
  most: number,
): Promise<Part<T>> {
  const { ascending, size, from, keep, group } = options;
  const { prefix = '' } = list;
  const getGroup = (key: string) => (group === undefined ? key : key.slice(0, group));
  const kind = (list.pk.split('#', 1)[0] ?? '') + prefix;
  let density = from?.density ?? seenDensity.get(kind) ?? 1;
  let { low, high } = list;
  // Without a hint no item lies before `from`: start at the list's start. Hints are not signed: verified below.
  if (from && ascending && hint !== null) low = later(low, earlier(hint, from.after));
  if (from && !ascending) high = earlier(high, justBelow(from.after));
  const query = async (range: { low: string; high: string; ascending: boolean; limit: number }) => {
    const { pk, index } = list;
    const bounds = { low: prefix + range.low, high: prefix + range.high };
    const answer = await table.query({ ...range, ...bounds, pk, ...(index ? { index } : {}) });
    return { packed: answer.items.map((item) => list.rows(item)), more: answer.more };
  };
  const rows: Row<T>[] = [];
  const items: string[] = [];
  const groups = new Set<string>();
  let reached = from?.after ?? (ascending ? low : high);
  const take = (packed: readonly (readonly Row<T>[])[]) => {
    for (const own of packed) {
      items.push(own[0]?.key ?? '');
      for (const row of ascending ? own : own.toReversed()) {
        if (from && (ascending ? row.key <= from.after : row.key >= from.after)) continue;
        if (row.key < list.low || row.key > list.high) continue;
        const hidden = hiddenAround(list, row.key);
        // The whole hidden range is skipped: the next page continues at its end.
        reached = hidden ? (ascending ? hidden.high : hidden.low) : row.key;
        if (hidden) continue;
        if (keep && !keep(row.value)) continue;
        rows.push(row);
        groups.add(getGroup(row.key));
      }
    }
  };
  let more = low <= high;
  for (let queries = 1; more && groups.size <= size && queries <= most; queries++) {
    if (queries > 1 && !table.budget.hasRoom()) break;
    const wanted = size + 1 - groups.size;
    const limit = Math.ceil(Math.min(density < 1 ? MAX_GROUP_ITEMS : wanted, (1.3 * wanted) / density + 1));
    const answer = await query({ low, high, ascending, limit });
    const { packed } = answer;
    const before = { low: list.low, high: earlier(list.high, from?.after ?? '') };
    if (queries === 1 && ascending && hint !== null && before.low <= before.high && !beginsBy(packed, before.high)) {
      // Repacked since the last page: the item with `after` starts before the hint, and may hold further rows.
      packed.unshift(...(await query({ ...before, ascending: false, limit: 1 })).packed);
      queries++;
    }
    if (packed.length > 0) {
      const held = new Set(packed.flat().map((row) => getGroup(row.key))).size;
      density = Math.max(group === undefined ? 1 : MIN_DENSITY, held / packed.length);
      seenDensity.set(kind, density);
    }
    take(packed);
    // From the last row read, not from `reached`: a later item may start before `after` and extend beyond it.
    const end = ascending ? packed.at(-1)?.at(-1) : packed.at(-1)?.[0];
    const hidden = end && hiddenAround(list, end.key);
    if (end && ascending) low = justAbove(hidden?.high ?? end.key);
    if (end && !ascending) high = justBelow(hidden?.low ?? end.key);
    more = answer.more && low <= high;
  }
  const last = rows.at(-1);
  if (group !== undefined && more && last && groups.size <= size) {
    // The last group belongs to the page and may continue.
    const lastGroup = getGroup(last.key);
    const rest = ascending ? { low, high: after(lastGroup) } : { low: lastGroup, high };
    // A native row is a whole group: nothing remains below its key.
    if (rest.low <= rest.high) {
      const answer = await query({ ...rest, ascending, limit: MAX_GROUP_ITEMS });
      take(answer.packed);
      // The item that holds the group's start may begin in the group before.
      if (!ascending && !answer.more && list.low < lastGroup)
        take((await query({ low: list.low, high: justBelow(lastGroup), ascending, limit: 1 })).packed);
    }
    reached = getEnd(lastGroup, options);
  }
  return { rows, items, more, reached, density };
}

const hiddenAround = ({ hidden }: Pick<List<unknown>, 'hidden'>, key: string): KeyRange | undefined =>
  hidden?.find(({ low, high }) => key >= low && key <= high);

const beginsBy = (packed: readonly (readonly Row<unknown>[])[], key: string): boolean => {
  const first = packed[0]?.[0];
  return first !== undefined && first.key <= key;
};

const earlier = (a: string, b: string): string => (a < b ? a : b);
const later = (a: string, b: string): string => (a > b ? a : b);
