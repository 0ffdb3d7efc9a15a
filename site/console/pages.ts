interface Page<T> {
  readonly items: readonly T[];
  readonly nextPageToken?: string | undefined;
}
export type ReadPage<T> = (paging: Readonly<Record<string, string>>) => Promise<Page<T>>;

/** Rows of a page: the most that lists allow. */
export const PAGE_ROWS = 100;

/** The items of the first pages. `hasMore`: there are others. */
export async function readPages<T>(read: ReadPage<T>, maxPages = Number.POSITIVE_INFINITY) {
  const items: T[] = [];
  let pageToken = '';
  for (let page = 0; page < maxPages; page++) {
    const found = await read({ pageSize: String(PAGE_ROWS), ...(pageToken ? { pageToken } : {}) });
    items.push(...found.items);
    pageToken = found.nextPageToken ?? '';
    if (pageToken === '') break;
  }
  return { items, hasMore: pageToken !== '' };
}
