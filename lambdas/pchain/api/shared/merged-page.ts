import type { Page } from '../../../core/http/page';
import { justAbove } from '../../../core/table/key';
import type { List, PageQuery, Position } from '../../../core/table/list';

type ReadPage = <T>(
  lists: readonly List<T>[],
  query: PageQuery<T>,
) => Promise<{ readonly values: readonly T[]; readonly next: Position | undefined }>;

interface MergedQuery<T> {
  readonly page: Pick<Page, 'size' | 'from'>;
  readonly ascending: boolean;
  /** Length of the key prefix that duplicates in several lists share. */
  readonly group?: number;
  toId(value: T): string;
  readonly keep?: (value: T) => boolean;
}

/**
 * Lists may share rows, but must have one row per item: the next page continues after the last key,
 * so the page token does not grow with the number of lists.
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
