import type { Page } from '../../../core/http/page';
import { justAbove } from '../../../core/table/key';
import type { List, PageQuery, Position } from '../../../core/table/list';

/** One page over lists, as handlers have it. */
type ReadPage = <T>(
  lists: readonly List<T>[],
  query: PageQuery<T>,
) => Promise<{ readonly values: readonly T[]; readonly next: Position | undefined }>;

/** Which page of merged lists. */
interface MergedQuery<T> {
  readonly page: Pick<Page, 'size' | 'from'>;
  readonly ascending: boolean;
  /** Characters of the keys that rows of several lists share if they mean the same. */
  readonly group?: number;
  /** What is the same in several lists: it is shown once. */
  toId(value: T): string;
  readonly keep?: (value: T) => boolean;
}

/**
 * A page over lists that may be many and share rows, each of which is shown once. Each item of these lists is a row: a
 * page goes on behind the last key, so that the token needs no place of each list.
 */
export async function mergedPage<T>(
  read: ReadPage,
  lists: readonly List<T>[],
  { page: { size, from }, ascending, group, toId, keep }: MergedQuery<T>,
): Promise<{ values: T[]; next: Position | undefined }> {
  const after = ascending ? from?.after : undefined;
  const rest = lists.map((list) =>
    after === undefined || after < list.low ? list : { ...list, low: justAbove(after) },
  );
  const { values, next } = await read(rest, {
    size,
    ascending,
    from: from && { ...from, items: [] },
    ...(group === undefined ? {} : { group }),
    ...(keep ? { keep } : {}),
  });
  const once = new Map(values.map((value) => [toId(value), value]));
  return { values: [...once.values()], next: next && { ...next, items: [] } };
}
