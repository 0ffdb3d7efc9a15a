import { setTimeout as after } from 'node:timers/promises';
import type { ClassicLevel } from 'classic-level';
import { MemoryLevel } from 'memory-level';
import { TABLE } from '../../../lambdas/core/table/schema';
import { perform } from '../../../local/dynamodb/actions';
import { isApiError } from '../../../local/dynamodb/api-error';
import { createFaults } from '../../../local/dynamodb/faults';
import { createStore } from '../../../local/dynamodb/store';
import { CREATE_TABLE, NAME as TableName } from '../../support/tables/memory';

type Body = Readonly<Record<string, unknown>>;
const S = (text: string) => ({ S: text });
const Key = { pk: S('p'), sk: S('s') };
const [IndexName = '', [hash, range] = ['', '']] = Object.entries(TABLE.indexes)[0] ?? [];

async function createTableClient(staleReadsMs: number) {
  const db = new MemoryLevel();
  await db.open();
  const store = createStore(db as unknown as ClassicLevel, staleReadsMs);
  await store.createTable(CREATE_TABLE);
  const call = (name: string, body: Body) => perform(store, name, { TableName, ...body });
  return {
    close: store.close,
    put: (a: string) => call('PutItem', { Item: { ...Key, [hash]: S('g'), [range]: S(a), a: S(a) } }),
    /** The item by each kind of read, or undefined. */
    async read(ConsistentRead: boolean): Promise<unknown[]> {
      const ask = { ConsistentRead, KeyConditionExpression: 'pk = :p', ExpressionAttributeValues: { ':p': S('p') } };
      const batch = await perform(store, 'BatchGetItem', {
        RequestItems: { [TableName]: { Keys: [Key], ConsistentRead } },
      });
      const found = [
        (await call('GetItem', { Key, ConsistentRead })).Item,
        ((await call('Query', ask)).Items as unknown[])[0],
        (batch.Responses as Record<string, unknown[]>)[TableName]?.[0],
      ];
      return found.map((item) => (item as { a: { S: string } } | undefined)?.a.S);
    },
    async inIndex(): Promise<string[]> {
      const condition = { KeyConditionExpression: `${hash} = :g`, ExpressionAttributeValues: { ':g': S('g') } };
      const { Items } = await call('Query', { IndexName, ...condition });
      return (Items as { a: { S: string } }[]).map(({ a }) => a.S);
    },
  };
}

describe('stale reads', () => {
  const AGE_MS = 140;
  test('inconsistent and index reads see the past, and consistent reads see the present', async () => {
    const table = await createTableClient(AGE_MS);
    await table.put('old');
    expect([await table.read(true), await table.read(false), await table.inIndex()]).toEqual([
      ['old', 'old', 'old'],
      [undefined, undefined, undefined],
      [],
    ]);
    await after(2 * AGE_MS);
    await table.put('new');
    expect([await table.read(true), await table.read(false), await table.inIndex()]).toEqual([
      ['new', 'new', 'new'],
      ['old', 'old', 'old'],
      ['old'],
    ]);
    await after(2 * AGE_MS);
    expect([await table.read(false), await table.inIndex()]).toEqual([['new', 'new', 'new'], ['new']]);
    await table.close();
  });
  test('all reads see the present by default', async () => {
    const table = await createTableClient(0);
    await table.put('one');
    expect([await table.read(false), await table.inIndex()]).toEqual([['one', 'one', 'one'], ['one']]);
    await table.close();
  });
});

describe('injected faults', () => {
  /** Makes `count` different calls, and returns their errors, the executed requests and the answers. */
  async function meet(call: string, getBody: (i: number) => Body, count = 96) {
    const faults = createFaults(() => CREATE_TABLE);
    const ends: string[] = [];
    const done: Body[] = [];
    const answers: Record<string, unknown>[] = [];
    const send = async (i: number) => {
      const body = getBody(i);
      try {
        const made = async (asked: Body) => {
          done.push(asked);
          return {};
        };
        answers.push(await faults(call, JSON.stringify(body), body, made));
        return 'ok';
      } catch (error) {
        if (!isApiError(error)) throw error;
        return `${error.statusCode} ${String(error.body.__type).replace(/.*#/, '')}`;
      }
    };
    for (let i = 0; i < count; i++) {
      ends.push(await send(i));
      // A repeated call succeeds.
      if (ends.at(-1) !== 'ok') expect(await send(i)).toBe('ok');
    }
    return { ends: ends.filter((end) => end !== 'ok'), done, answers };
  }
  const kinds = (ends: readonly string[]) => [...new Set(ends)].toSorted();

  test('a few of a hundred reads are throttled or fail', async () => {
    const { ends } = await meet('GetItem', (i) => ({ Key: S(`${i}`) }));
    expect(kinds(ends)).toEqual(['400 ProvisionedThroughputExceededException', '500 InternalServerError']);
    expect(ends.length).toBeGreaterThan(4);
    expect(ends.length).toBeLessThan(15);
  });
  test('writes are throttled or fail, and some are made although their answers are lost', async () => {
    const { ends, done } = await meet('PutItem', (i) => ({ Item: { ...Key, a: S(`${i}`) } }));
    expect(kinds(ends)).toEqual(['400 ProvisionedThroughputExceededException', '500 InternalServerError']);
    const seen = done.map((body) => JSON.stringify(body));
    expect(new Set(seen).size).toBe(96);
    // Writes with lost answers were made twice.
    expect(seen.length).toBeGreaterThan(96);
  });
  test('some transactions are canceled', async () => {
    const { ends } = await meet('TransactWriteItems', (i) => ({ TransactItems: [{ Put: i }, { Put: 'b' }] }));
    expect(kinds(ends)).toContain('400 TransactionCanceledException');
  });
  test('a write to an item of an earlier transaction can be rejected as a conflict', async () => {
    const faults = createFaults(() => CREATE_TABLE);
    const nothing = async () => ({});
    const transaction = { TransactItems: [{ Put: { TableName, Item: { ...Key, a: S('1') } } }] };
    await faults('TransactWriteItems', JSON.stringify(transaction), transaction, nothing);
    const types = new Set<unknown>();
    for (let i = 0; i < 48; i++) {
      const body = { TableName, Key, UpdateExpression: `SET a${i} = :v` };
      await faults('UpdateItem', JSON.stringify(body), body, nothing).catch((error) => types.add(error.body.__type));
    }
    expect(`${[...types]}`).toContain('TransactionConflictException');
  });
  test('a half-done batch write returns all of its unprocessed writes', async () => {
    const requests = (i: number) => Array.from({ length: 5 }, (_, n) => ({ PutRequest: `${i} ${n}` }));
    const { done, answers } = await meet('BatchWriteItem', (i) => ({ RequestItems: { rows: requests(i) } }));
    const left = answers.flatMap(
      ({ UnprocessedItems }) => (UnprocessedItems as { rows?: unknown[] } | undefined)?.rows ?? [],
    );
    expect(left.length).toBeGreaterThan(4);
    const written = done.flatMap(({ RequestItems }) => (RequestItems as { rows: unknown[] }).rows);
    const all = Array.from({ length: 96 }, (_, i) => requests(i)).flat();
    const texts = (list: readonly unknown[]) => new Set(list.map((one) => JSON.stringify(one)));
    expect(texts([...written, ...left])).toEqual(texts(all));
  });
  test('a half-done batch read returns its unprocessed keys', async () => {
    const { answers } = await meet('BatchGetItem', (i) => ({
      RequestItems: { rows: { Keys: [`${i}`, 'b', 'c'], ConsistentRead: true } },
    }));
    const left = answers.flatMap(
      ({ UnprocessedKeys }) => (UnprocessedKeys as { rows?: unknown } | undefined)?.rows ?? [],
    );
    expect(left.length).toBeGreaterThan(1);
    for (const part of left) expect(part).toEqual({ Keys: ['c'], ConsistentRead: true });
  });
});
