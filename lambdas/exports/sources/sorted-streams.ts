import { inParallel } from '../../core/runtime/concurrency';

export interface Sorted {
  readonly sort: string;
}

const MAX_PARALLEL = 16;

interface Head<T> {
  readonly pages: AsyncIterator<readonly T[]>;
  rows: readonly T[];
  at: number;
}

/** K-way merge. Each stream has one page in memory and reads the next one ahead. */
export async function* mergeSorted<T extends Sorted>(
  streams: readonly AsyncIterable<readonly T[]>[],
): AsyncGenerator<T> {
  const heads: Head<T>[] = [];
  await inParallel(streams, MAX_PARALLEL, async (stream) => {
    const head: Head<T> = { pages: readAhead(stream), rows: [], at: 0 };
    if (await fill(head)) heads.push(head);
  });
  // Descending, so that the next stream is at the end, where it is cheap to pop.
  heads.sort((a, b) => compare(toSortKey(b), toSortKey(a)));
  for (let head = heads.pop(); head; head = heads.pop()) {
    // Keep using this stream until another one has a smaller key.
    const limit = heads.at(-1);
    do {
      const row = head.rows[head.at++];
      if (row) yield row;
    } while ((await fill(head)) && (!limit || toSortKey(head) <= toSortKey(limit)));
    if (head.at < head.rows.length) heads.splice(getInsertIndex(heads, toSortKey(head)), 0, head);
  }
}

const toSortKey = ({ rows, at }: Head<Sorted>): string => rows[at]?.sort ?? '';
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Returns whether the stream has another row. */
async function fill<T>(head: Head<T>): Promise<boolean> {
  while (head.at >= head.rows.length) {
    const { value, done } = await head.pages.next();
    if (done) return false;
    Object.assign(head, { rows: value, at: 0 });
  }
  return true;
}

function getInsertIndex(heads: readonly Head<Sorted>[], sort: string): number {
  let [low, high] = [0, heads.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = heads[middle];
    if (other && toSortKey(other) > sort) low = middle + 1;
    else high = middle;
  }
  return low;
}

async function* readAhead<T>(pages: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = pages[Symbol.asyncIterator]();
  const read = () => {
    const next = iterator.next();
    // A consumer that stops early never awaits this page: avoid an unhandled rejection.
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
