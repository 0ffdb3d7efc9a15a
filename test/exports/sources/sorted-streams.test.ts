import * as fc from 'fast-check';
import { mergeSorted, type Sorted } from '../../../lambdas/exports/sources/sorted-streams';

async function* readPages(rows: readonly Sorted[], size: number) {
  // An empty page does not end a stream.
  yield [];
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
}

async function collected<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

describe('merged streams', () => {
  test('merging keeps all rows in one order', async () => {
    const streams = fc.array(
      fc.tuple(fc.array(fc.string({ minLength: 1, maxLength: 3 }), { maxLength: 30 }), fc.integer({ min: 1, max: 5 })),
      { maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(streams, async (given) => {
        const all = given.map(([texts]) => texts.map((sort) => ({ sort })));
        const sorted = all.map((rows) => rows.toSorted((a, b) => (a.sort < b.sort ? -1 : a.sort > b.sort ? 1 : 0)));
        const merged = await collected(mergeSorted(sorted.map((rows, i) => readPages(rows, given[i]?.[1] ?? 1))));
        expect(merged.map(({ sort }) => sort)).toEqual(
          all
            .flat()
            .map(({ sort }) => sort)
            .toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)),
        );
      }),
    );
  });
  test('merging reads at most one page ahead', async () => {
    const read: number[] = [];
    async function* endless() {
      for (let page = 0; ; page++) {
        read.push(page);
        yield [{ sort: String(page).padStart(5, '0') }];
      }
    }
    const merged = mergeSorted([endless()]);
    for (let i = 0; i < 3; i++) await merged.next();
    expect(read.length).toBeLessThanOrEqual(4);
  });
  test('a failing stream ends the merged one with its error', async () => {
    async function* failing(): AsyncGenerator<Sorted[]> {
      yield [{ sort: 'a' }];
      throw new Error('the table failed');
    }
    await expect(collected(mergeSorted([readPages([{ sort: 'b' }], 1), failing()]))).rejects.toThrow(
      'the table failed',
    );
  });
});
