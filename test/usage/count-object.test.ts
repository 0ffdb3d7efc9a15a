import { readPage } from '../../lambdas/core/table/list';
import { countObject } from '../../lambdas/usage/count-object';
import { countRequests, countsIn } from '../../lambdas/usage/domain/tally';
import { requestLogReader, requestLogWriter } from '../../lambdas/usage/rows/request-log';
import { ownersWithUsage, usageHourReader, usageHourWriter } from '../../lambdas/usage/rows/usage-hours';
import { memoryTable } from '../support/tables/memory';
import { AT, accessLine, HOUR, settings } from '../support/usage/records';

function world() {
  const { table } = memoryTable();
  const deps = { hours: usageHourWriter(table), log: requestLogWriter(table), settings };
  return {
    table,
    deps,
    count: (name: string, ...lines: string[]) => countObject(name, lines.join(''), deps),
    /** Requests of an owner, by status. */
    async counts(owner = 'wallet', from = HOUR, to = HOUR + 1) {
      const found: Record<string, number> = {};
      for await (const hours of usageHourReader(table).ofOwner(owner, from, to))
        for (const { tally } of hours)
          for (const [, status, times] of countsIn(tally)) found[status] = (found[status] ?? 0) + countRequests(times);
      return found;
    },
    async logged(owner = 'wallet') {
      const list = requestLogReader().ofOwner(owner, 0, AT * 2);
      const { values } = await readPage(table, [list], { ascending: false, size: 100 });
      return values.map(({ requestId }) => requestId);
    },
  };
}
const request = (requestId: string, more: Record<string, string | number> = {}) => accessLine({ requestId, ...more });
const refused = (requestId: string) => request(requestId, { status: 429 });

describe('the count of an access log object', () => {
  test('counting adds requests to the hour of their owner, including refused ones', async () => {
    const { count, counts } = world();
    const other = request('c', { 'authorizer.ownerId': 'other', 'authorizer.plan': 'free' });
    expect(await count('one', request('a'), refused('b'), other)).toEqual({ counted: 3, unreadable: 0 });
    await count('two', request('d'));
    expect(await counts()).toEqual({ 200: 2, 429: 1 });
    expect(await counts('other')).toEqual({ 200: 1 });
  });
  test('redelivery of an object is idempotent, even after others', async () => {
    const { count, counts, logged } = world();
    const first = [request('a'), refused('b')];
    await count('one', ...first);
    await count('two', request('c'));
    await count('one', ...first);
    await count('two', request('c'));
    expect(await counts()).toEqual({ 200: 2, 429: 1 });
    expect((await logged()).toSorted()).toEqual(['a', 'b', 'c']);
  });
  test('counting resumes after a run that was killed at any write', async () => {
    const { table, deps, counts, logged } = world();
    const lines = [request('a'), request('b', { requestTimeEpoch: AT + 3_600_000 }), refused('c')].join('');
    // Fails at each write: the list of owners, both hours, and the log.
    for (const endsAt of [1, 2, 3, 2]) {
      let writes = 0;
      const ending = { ...table, changeIf: cut(table.changeIf), write: cut(table.write) };
      function cut<A extends unknown[], R>(write: (...args: A) => Promise<R>) {
        return (...args: A): Promise<R> => {
          writes += 1;
          if (writes >= endsAt) throw new Error('the function was killed');
          return write(...args);
        };
      }
      const killed = { ...deps, hours: usageHourWriter(ending), log: requestLogWriter(ending) };
      await expect(countObject('one', lines, killed)).rejects.toThrow('killed');
    }
    await countObject('one', lines, deps);
    expect(await counts()).toEqual({ 200: 2, 429: 1 });
    expect((await logged()).toSorted()).toEqual(['a', 'b', 'c']);
  });
  test('concurrent runs lose no counts', async () => {
    const { count, counts } = world();
    await Promise.all(Array.from({ length: 6 }, (_, n) => count(`object ${n}`, request(`r${n}`))));
    expect(await counts()).toEqual({ 200: 6 });
  });
  test('requests are counted in the hour in which they arrived', async () => {
    const { count, counts } = world();
    await count('one', request('a'), request('b', { requestTimeEpoch: AT + 3_600_000 }));
    expect([await counts('wallet', HOUR, HOUR), await counts('wallet', HOUR + 1, HOUR + 1)]).toEqual([
      { 200: 1 },
      { 200: 1 },
    ]);
  });
  test('counting skips lines outside the access log format and returns their number', async () => {
    const { count, counts } = world();
    expect(await count('one', request('a'), 'nonsense\n', request('b'))).toEqual({ counted: 2, unreadable: 1 });
    expect(await counts()).toEqual({ 200: 2 });
  });
  test("the request log keeps only owners' requests, newest first, in items of bounded size", async () => {
    const { count, logged, table } = world();
    const lines = Array.from({ length: 250 }, (_, n) =>
      request(`r${n}`, { requestTimeEpoch: AT + n, path: `/live/v1/${String(n).repeat(2_000)}` }),
    );
    await count('one', ...lines, request('nobody', { 'identity.apiKeyId': '-', status: 401 }));
    const found = await logged();
    expect([found.length, found[0], found[99]]).toEqual([100, 'r249', 'r150']);
    expect(await logged('_')).toEqual([]);
    const { items } = await table.query({ pk: 'ul#wallet', low: '0', high: '~', ascending: true, limit: 10 });
    expect(items).toHaveLength(3);
    expect(await world().logged()).toEqual([]);
  });
  test('counting costs one read and one write for an owner’s hour, and one write for its log', async () => {
    const { count, table } = world();
    await count('first', request('a'));
    Object.assign(table.meter, { requests: 0, readUnits: 0, writeUnits: 0 });
    await count('one', ...Array.from({ length: 10 }, (_, n) => request(`r${n}`)));
    expect(table.meter).toEqual({ requests: 3, readUnits: 1, writeUnits: 2 });
  });
  test('the owners of a day are listed', async () => {
    const { count, table } = world();
    await count(
      'one',
      request('a'),
      request('b', { 'authorizer.ownerId': 'other' }),
      request('c', { 'identity.apiKeyId': '-' }),
    );
    const day = Math.floor(HOUR / 24);
    expect(await ownersWithUsage(table, day, day)).toEqual(new Set(['_', 'other', 'wallet']));
    expect(await ownersWithUsage(table, day - 1, day - 1)).toEqual(new Set());
  });
  test("an object ID takes eight bytes in the hour's item and expires with it", async () => {
    const { count, table } = world();
    for (const n of Array.from({ length: 48 }, (_, i) => i)) await count(`object ${n}`, request(`r${n}`));
    const item = await table.get({ pk: 'uh#wallet', sk: `0${HOUR}#a1b2c3d4e5#31337` });
    expect(item).toMatchObject({ n: 48, o: { length: 48 * 8 }, expiresAt: (HOUR + 800 * 24) * 3_600 });
  });
});
