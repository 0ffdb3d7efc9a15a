import { createHash } from 'node:crypto';
import type { List, Position } from '../../../core/table/list';
import { WINDOW } from '../../contract/window';
import type { Context } from './context';

export interface Paging {
  readonly page?: number | undefined;
  readonly offset?: number | undefined;
}

interface NumberedPage {
  readonly page: number;
  readonly offset: number;
}

interface NumberedList<T, R> {
  /** Everything that defines the list, for its page starts. */
  readonly query: readonly unknown[];
  readonly ascending: boolean;
  /** The list's last block now. */
  readonly to: number;
  /** The list up to a block. */
  toLists(to: number): readonly List<T>[];
  readonly keep?: (value: T) => boolean;
  /** The rows of some values, in order; one per value by default. */
  readonly expand?: (values: readonly T[]) => Promise<readonly R[]>;
}

/** `page` and `offset` as numbers; undefined if the page ends beyond the window. */
export function parsePaging({ page, offset }: Paging): NumberedPage | undefined {
  const parsed = { page: page || 1, offset: offset || WINDOW };
  return parsed.page * parsed.offset > WINDOW ? undefined : parsed;
}

/** Of rows that are all in memory. */
export const slicePage = <T>(rows: readonly T[], { page, offset }: NumberedPage): readonly T[] =>
  rows.slice((page - 1) * offset, page * offset);

const WINDOW_TEXT = `Result window is too large, PageNo x Offset size must be less than or equal to ${WINDOW}`;
/** Clients compare the message; people read the result. */
export const windowTooLarge = () => ({ status: '0', message: WINDOW_TEXT, result: WINDOW_TEXT });

/** Values read at once if each may have many rows. */
const EXPANDED = 100;

/**
 * One page of a list by its number. A full page stores where the next one starts, so that a client that walks through
 * the pages reads each row once, and in descending order sees the list as of its first page. Any other page is found
 * by counting.
 */
export async function numberedPage<T, R = T>(
  { deps, chain, client }: Context,
  list: NumberedList<T, R>,
  { page, offset }: NumberedPage,
): Promise<R[]> {
  const { ascending, keep, expand } = list;
  const query = client === undefined ? undefined : digest([chain.chainId, client, offset, ascending, ...list.query]);
  const walk = page > 1 && query !== undefined ? await deps.PageStart.find(query) : undefined;
  const start = walk?.starts.find((one) => one.page === page);
  const cut = ascending || !start || !walk ? list.to : Math.min(walk.cut, list.to);
  const lists = list.toLists(cut);
  const rows: R[] = [];
  let skip = start?.skip ?? (page - 1) * offset;
  let from: Position | undefined = start?.from;
  for (;;) {
    const size = expand ? EXPANDED : skip + offset - rows.length;
    const { values, next } = await deps.page(lists, { ascending, size, from, ...(keep ? { keep } : {}) });
    const found = expand ? await expand(values) : (values as readonly unknown[] as readonly R[]);
    const taken = found.slice(skip, skip + offset - rows.length);
    rows.push(...taken);
    const used = Math.min(found.length, skip + taken.length);
    skip -= Math.min(skip, found.length);
    if (rows.length === offset) {
      // At the list's end too: the next page is empty, or has the rows added meanwhile.
      const following = used === found.length && next ? { from: next, skip: 0 } : { from, skip: used };
      if (query !== undefined && (page + 1) * offset <= WINDOW) {
        const kept = start ? [start] : [];
        await deps.write.PageStart.put(query, { cut, starts: [...kept, { page: page + 1, ...following }] });
      }
      return rows;
    }
    if (!next) return rows;
    from = next;
  }
}

const digest = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
