import { inParallel } from '../../core/runtime/in-parallel';

/** A row of a stream: its text compares like its place in all streams together. */
export interface Sorted {
  readonly sort: string;
}

/** Streams that are read for the first time at once. */
const MAX_PARALLEL = 16;

/** A stream with the rows that were read of it. */
interface Head<T> {
  readonly pages: AsyncIterator<readonly T[]>;
  rows: readonly T[];
  at: number;
}

/** The rows of several streams, each of which is sorted, in one order. Each stream is a page in memory and one on its way. */
export async function* mergeSorted<T extends Sorted>(
  streams: readonly AsyncIterable<readonly T[]>[],
): AsyncGenerator<T> {
  const heads: Head<T>[] = [];
  await inParallel(streams, MAX_PARALLEL, async (stream) => {
    const head: Head<T> = { pages: getBlocksAhead(stream), rows: [], at: 0 };
    if (await fill(head)) heads.push(head);
  });
  // The stream that is next is the last one: taking it off moves no other.
  heads.sort((a, b) => compare(getSort(b), getSort(a)));
  for (let head = heads.pop(); head; head = heads.pop()) {
    // As long as no other stream is next, it stays in hand.
    const limit = heads.at(-1);
    do {
      const row = head.rows[head.at++];
      if (row) yield row;
    } while ((await fill(head)) && (!limit || getSort(head) <= getSort(limit)));
    if (head.at < head.rows.length) heads.splice(getPlace(heads, getSort(head)), 0, head);
  }
}

const getSort = ({ rows, at }: Head<Sorted>): string => rows[at]?.sort ?? '';
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Whether the stream has another row; reads its next page when the last one is used up. */
async function fill<T>(head: Head<T>): Promise<boolean> {
  while (head.at >= head.rows.length) {
    const { value, done } = await head.pages.next();
    if (done) return false;
    Object.assign(head, { rows: value, at: 0 });
  }
  return true;
}

/** Where a stream belongs among others in descending order. */
function getPlace(heads: readonly Head<Sorted>[], sort: string): number {
  let [low, high] = [0, heads.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = heads[middle];
    if (other && getSort(other) > sort) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Reads the next page while the one before is used. */
async function* getBlocksAhead<T>(pages: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = pages[Symbol.asyncIterator]();
  const read = () => {
    const next = iterator.next();
    // Whoever stops early never asks for this page.
    next.catch(() => undefined);
    return next;
  };
  for (let next = read(); ; ) {
    const { value, done } = await next;
    if (done) return;
    next = read();
    yield value;
  }
}
