import type { Item } from '../../../local/dynamodb/dynalite';
import { sweep } from '../../../local/dynamodb/sweep';
import { removeFolders } from '../support/assembly';
import { INDEXES, key, N, S, type Things, toDelete, toItems, toPut, useThings } from '../support/things';

let things: Things;
useThings((one) => {
  things = one;
});
afterAll(removeFolders);

const toKey = (n: number) => key('x', String(n).padStart(3, '0'));
const numbered = (n: number, gp = 'g') => ({ ...toKey(n), gp: S(gp), gs: S('same') });
/** Puts the items of these numbers in batches. */
const putAll = async (from: number, to: number, item: (n: number) => Item) => {
  for (let n = from; n < to; n += 25)
    await things.write(...Array.from({ length: Math.min(25, to - n) }, (_, i) => toPut(item(n + i))));
};
const toQuery = (IndexName: string, gp: string, more: object = {}) => ({
  ...{ IndexName, KeyConditionExpression: 'gp = :p', ExpressionAttributeValues: { ':p': S(gp) } },
  ...more,
});
const readAll = async () => {
  for (const IndexName of INDEXES)
    for (const gp of ['g', 'h']) await things.pages('Query', toQuery(IndexName, gp, { Limit: 4 }));
};

describe('stale entries', () => {
  test('stale entries leave an index once it is read, and the expiry order once they are due', async () => {
    const expiring = (n: number, at: number, gp?: string) => toPut({ ...numbered(n, gp), expiresAt: N(at) });
    await things.write(...[0, 1, 2, 3, 4].map((n) => expiring(n, 1_000)));
    await things.write(
      ...[expiring(0, 3_000, 'h'), toPut(toKey(1)), toDelete(toKey(2))],
      ...[expiring(3, 1_000), toPut({ ...numbered(4), expiresAt: S('never') })],
    );
    const [before, wanted] = [await things.entries(), await things.wanted()];
    expect(wanted).toEqual({ items: 4, index: 9, expiry: 2 });
    expect([before.index, before.expiry]).toEqual([18, 6]);
    await readAll();
    expect(await things.entries()).toEqual({ ...wanted, expiry: 6 });
    await sweep(things.store, 500);
    expect(await things.entries()).toEqual({ ...wanted, expiry: 6 });
    await sweep(things.store, 2_000);
    expect(await things.wanted()).toEqual({ items: 3, index: 6, expiry: 1 });
    expect(await things.entries()).toEqual(await things.wanted());
  });

  test('a sweep removes any number of stale entries and keeps their items', async () => {
    for (const expiresAt of [N(1_000), N(3_000)]) await putAll(0, 300, (n) => ({ ...numbered(n), expiresAt }));
    expect((await things.entries()).expiry).toBe(600);
    await sweep(things.store, 2_000);
    expect(await things.entries()).toEqual({ items: 300, index: 900, expiry: 300 });
  });

  test('an entry is kept if its item returns before the entry is removed as stale', async () => {
    await things.write(toPut(numbered(1)));
    await things.write(toPut(numbered(1, 'h')));
    const reading = things.call('Query', toQuery('all', 'g')); // begins now: sees a stale entry
    await things.write(toPut(numbered(1)));
    expect((await reading).Items).toEqual([]);
    expect((await things.call('Query', toQuery('all', 'g'))).Items).toEqual([numbered(1)]);
  });
});

describe('pages among stale entries', () => {
  const gone = [0, 3, 4, 5, 6, 11, 12, 13, 14, 15, 16, 17, 22, 24];
  const stay = Array.from({ length: 25 }, (_, n) => n).filter((n) => !gone.includes(n));
  const write = async () => {
    await putAll(0, 25, (n) => numbered(n));
    await things.write(...gone.map((n) => (n % 2 ? toPut(numbered(n, 'h')) : toDelete(toKey(n)))));
  };

  test.each([
    [1, true],
    [1, false],
    [4, true],
    [4, false],
    [11, true],
    [11, false],
  ])(
    'a page with Limit %i is full, and the next one neither skips nor repeats items (forward: %s)',
    async (Limit, isForward) => {
      await write();
      const pages = await things.pages('Query', toQuery('all', 'g', { Limit, ScanIndexForward: isForward }));
      const expected = isForward ? stay : stay.toReversed();
      expect(toItems(pages)).toEqual(expected.map((n) => numbered(n)));
      expect(pages.slice(0, -1).every(({ Count }) => Count === Limit)).toBe(true);
    },
  );

  test('the next page continues after the last item even if that has moved meanwhile', async () => {
    await write();
    const first = await things.call('Query', toQuery('all', 'g', { Limit: 4 }));
    const [last] = toItems([first]).slice(-1);
    expect(last).toEqual(numbered(8));
    await things.write(toPut(numbered(8, 'h')));
    const rest = await things.pages('Query', toQuery('all', 'g', { ExclusiveStartKey: first.LastEvaluatedKey }));
    expect(toItems(rest)).toEqual(stay.filter((n) => n > 8).map((n) => numbered(n)));
  });

  test('a page passes hundreds of stale entries to reach the remaining items', async () => {
    await putAll(0, 300, (n) => numbered(n));
    await putAll(0, 295, (n) => numbered(n, 'h'));
    const page = await things.call('Query', toQuery('keys', 'g', { Limit: 5 }));
    expect(page.Items).toEqual([295, 296, 297, 298, 299].map((n) => numbered(n)));
  });

  test('a Scan of an index skips stale entries', async () => {
    await write();
    const items = toItems(await things.pages('Scan', { IndexName: 'all', Limit: 3 }));
    expect(items.filter(({ gp }) => gp?.S === 'g')).toEqual(stay.map((n) => numbered(n)));
    expect(items).toHaveLength((await things.wanted()).index / INDEXES.length);
  });
});
