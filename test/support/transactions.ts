import { type Asked, call, type Handler } from './call';

/** Numbers of the block and the place of each transaction in an answer: `'3/0'`. */
export function placesOf(body: Record<string, unknown>): string[] {
  const rows = body.transactions as ({ nativeTransaction: Place } | Place)[];
  return rows.map((row) => {
    const { blockNumber, blockIndex } = 'nativeTransaction' in row ? row.nativeTransaction : row;
    return `${blockNumber}/${blockIndex}`;
  });
}
interface Place {
  readonly blockNumber: string;
  readonly blockIndex: number;
}

/** All pages of a list, by following `nextPageToken`. Throws when a list has more than 1,000 pages. */
export async function pagesOf<D>(handler: Handler<D>, deps: D, asked: Asked): Promise<Record<string, unknown>[]> {
  const pages: Record<string, unknown>[] = [];
  for (let pageToken: unknown; pages.length < 1_000; ) {
    const query = { ...asked.query, ...(typeof pageToken === 'string' ? { pageToken } : {}) };
    const { status, body } = await call(handler, deps, { ...asked, query });
    if (status !== 200) throw new Error(`a page was answered with ${status}: ${body.message}`);
    pages.push(body);
    pageToken = body.nextPageToken;
    if (pageToken === undefined) return pages;
  }
  throw new Error('the list does not end');
}
