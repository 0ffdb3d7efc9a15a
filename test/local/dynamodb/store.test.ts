import type { ClassicLevel } from 'classic-level';
import { perform } from '../../../local/dynamodb/actions';
import type { ApiError } from '../../../local/dynamodb/api-error';
import type { Item, Table } from '../../../local/dynamodb/dynalite';
import { createStore, type Store } from '../../../local/dynamodb/store';
import { sweep } from '../../../local/dynamodb/sweep';
import { folder, removeFolders } from '../support/assembly';
import { type Counts, createCounting } from '../support/counting-level';

const index = (IndexName: string, Projection: Record<string, unknown>) => ({
  IndexName,
  KeySchema: [
    { AttributeName: 'gp', KeyType: 'HASH' },
    { AttributeName: 'gs', KeyType: 'RANGE' },
  ],
  Projection: Projection as never,
});
const table: Table = {
  TableName: 'things',
  AttributeDefinitions: ['pk', 'sk', 'gp', 'gs'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
  GlobalSecondaryIndexes: [
    index('all', { ProjectionType: 'ALL' }),
    index('keys', { ProjectionType: 'KEYS_ONLY' }),
    index('some', { ProjectionType: 'INCLUDE', NonKeyAttributes: ['a'] }),
  ],
  ttlAttribute: 'expiresAt',
};
const TableName = table.TableName;
const S = (value: string) => ({ S: value });
const N = (value: number) => ({ N: String(value) });
const key = (pk: string, sk = '0'): Item => ({ pk: S(pk), sk: S(sk) });

let directory: string;
let db: ClassicLevel;
let counts: Counts;
let store: Store;
const open = async () => {
  ({ db, counts } = await createCounting(directory));
  store = createStore(db);
  await store.createTable(table);
  counts.writes.length = 0;
};
beforeEach(async () => {
  directory = folder();
  await open();
});
afterEach(() => store.close());
afterAll(removeFolders);

const call = (name: string, body: Record<string, unknown>) => perform(store, name, { TableName, ...body });
const put = (Item: Item, more: Record<string, unknown> = {}) => call('PutItem', { Item, ...more });
const get = async (Key: Item) => (await call('GetItem', { Key })).Item as Item | undefined;
const query = (pk: string, more: Record<string, unknown> = {}) =>
  call('Query', { KeyConditionExpression: 'pk = :p', ExpressionAttributeValues: { ':p': S(pk) }, ...more });
const queryIndex = async (IndexName: string, gp: string, more: Record<string, unknown> = {}) => {
  const ExpressionAttributeValues = { ':p': S(gp) };
  return call('Query', { IndexName, KeyConditionExpression: 'gp = :p', ExpressionAttributeValues, ...more });
};
const refusal = (promise: Promise<unknown>): Promise<ApiError['body']> =>
  promise.then(
    () => Promise.reject(new Error('it was accepted')),
    (error: ApiError) => error.body,
  );

describe('writes', () => {
  test('an item and its index entries are written in one batch', async () => {
    await put({ ...key('x'), gp: S('g'), gs: S('1'), a: N(1), b: N(2) });
    expect(counts.writes).toEqual([4]); // the item and three indexes
    await put({ ...key('x'), gp: S('g'), gs: S('2'), expiresAt: N(9) });
    expect(counts.writes).toEqual([4, 8]); // and its expiry; three entries moved
  });

  test('25 items of a BatchWriteItem are written in one batch', async () => {
    const puts = Array.from({ length: 24 }, (_, n) => ({ PutRequest: { Item: key('x', String(n)) } }));
    await put(key('gone'));
    await call('BatchWriteItem', { RequestItems: { [TableName]: [...puts, { DeleteRequest: { Key: key('gone') } }] } });
    expect(counts.writes).toEqual([1, 25]);
    expect((await query('x')).Count).toBe(24);
    expect(await get(key('gone'))).toBeUndefined();
  });

  test('concurrent updates of one item are not lost', async () => {
    const update = {
      Key: key('counter'),
      UpdateExpression: 'SET n = if_not_exists(n, :zero) + :one',
      ExpressionAttributeValues: { ':zero': N(0), ':one': N(1) },
    };
    await Promise.all(Array.from({ length: 50 }, () => call('UpdateItem', update)));
    expect(await get(key('counter'))).toEqual({ ...key('counter'), n: N(50) });
  });

  test.each([
    ['PutItem', { Item: { ...key('x'), a: N(2) } }],
    ['UpdateItem', { Key: key('x'), UpdateExpression: 'SET b = :v' }],
    ['DeleteItem', { Key: key('x') }],
  ])('%s with a failed condition changes nothing and can return the old item', async (name, body) => {
    const old = { ...key('x'), a: N(1) };
    await put(old);
    const failing = { ...body, ConditionExpression: 'a = :v', ExpressionAttributeValues: { ':v': N(9) } };
    const asked = await refusal(call(name, { ...failing, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }));
    expect(asked).toMatchObject({ __type: expect.stringContaining('#ConditionalCheckFailedException'), Item: old });
    expect(await refusal(call(name, failing))).not.toHaveProperty('Item');
    expect(await get(key('x'))).toEqual(old);
  });

  test('legacy parameters are rejected rather than ignored', async () => {
    expect(await refusal(call('GetItem', { Key: key('x'), AttributesToGet: ['a'] }))).toMatchObject({
      message: expect.stringContaining('AttributesToGet'),
    });
  });

  test('items and indexes survive a restart, and a changed table declaration is rejected', async () => {
    await put({ ...key('x'), gp: S('g'), gs: S('1'), bytes: { B: 'AQID' } });
    await store.close();
    await open();
    expect(await get(key('x'))).toEqual({ ...key('x'), gp: S('g'), gs: S('1'), bytes: { B: 'AQID' } });
    expect((await queryIndex('all', 'g')).Count).toBe(1);
    await expect(store.createTable({ ...table, GlobalSecondaryIndexes: [] })).rejects.toThrow(
      'different keys or indexes',
    );
  });
});

describe('indexes', () => {
  test('each index contains the attributes of its projection', async () => {
    const item = { ...key('x'), gp: S('g'), gs: S('1'), a: N(1), b: N(2) };
    const { b: _, ...some } = item;
    const { a: __, ...keys } = some;
    await put(item);
    expect((await queryIndex('all', 'g')).Items).toEqual([item]);
    expect((await queryIndex('some', 'g')).Items).toEqual([some]);
    expect((await queryIndex('keys', 'g')).Items).toEqual([keys]);
  });

  test('an item moves in an index with the value of its key attributes, and leaves it without them', async () => {
    await put({ ...key('x'), gp: S('g'), gs: S('1') });
    await put({ ...key('x'), gp: S('h'), gs: S('1') });
    expect([(await queryIndex('all', 'g')).Count, (await queryIndex('all', 'h')).Count]).toEqual([0, 1]);
    await call('UpdateItem', { Key: key('x'), UpdateExpression: 'REMOVE gp' });
    expect((await queryIndex('all', 'h')).Count).toBe(0);
  });

  test('pages of an index neither skip nor repeat items with the same index key', async () => {
    for (let n = 0; n < 30; n++) await put({ ...key('x', String(n)), gp: S('g'), gs: S('same') });
    for (const ScanIndexForward of [true, false]) {
      const seen: string[] = [];
      let start: unknown;
      do {
        const page = await queryIndex('all', 'g', {
          Limit: 7,
          ScanIndexForward,
          ...(start ? { ExclusiveStartKey: start } : {}),
        });
        seen.push(...(page.Items as Item[]).map(({ sk }) => String(sk?.S)));
        start = page.LastEvaluatedKey;
      } while (start);
      expect(seen).toHaveLength(30);
      expect(new Set(seen).size).toBe(30);
    }
  });
});

describe('reads', () => {
  test('a Query among 100,000 other items reads only its own entries', async () => {
    const others = Array.from({ length: 100_000 }, (_, n) => ({
      type: 'put' as const,
      key: `i~${TableName}~${String(n).padStart(6, '0')}/other`,
      value: '{}',
    }));
    await db.batch(others);
    for (let n = 0; n < 20; n++) await put(key('mine', String(n).padStart(2, '0')));
    counts.entriesRead = 0;
    expect((await query('mine')).Count).toBe(20);
    expect(counts.entriesRead).toBe(20);
    counts.entriesRead = 0;
    const { Items } = await query('mine', { Limit: 3, ScanIndexForward: false });
    expect((Items as Item[]).map(({ sk }) => sk?.S)).toEqual(['19', '18', '17']);
    expect(counts.entriesRead).toBe(3);
  });

  test('begins_with, BETWEEN, comparisons and a page token select exactly their range', async () => {
    for (const sk of ['a', 'ab', 'abc', 'b', 'c']) await put(key('x', sk));
    const select = async (condition: string, values: Record<string, unknown>, more = {}) => {
      const ExpressionAttributeValues = { ':p': S('x'), ...values };
      const page = await query('x', {
        KeyConditionExpression: `pk = :p AND ${condition}`,
        ExpressionAttributeValues,
        ...more,
      });
      return (page.Items as Item[]).map(({ sk }) => sk?.S).join(' ');
    };
    expect(await select('begins_with(sk, :s)', { ':s': S('ab') })).toBe('ab abc');
    expect(await select('sk BETWEEN :a AND :b', { ':a': S('ab'), ':b': S('b') })).toBe('ab abc b');
    expect(await select('sk > :s', { ':s': S('ab') })).toBe('abc b c');
    expect(await select('sk < :s', { ':s': S('ab') })).toBe('a');
    expect(await select('sk >= :s', { ':s': S('a') }, { ExclusiveStartKey: key('x', 'abc') })).toBe('b c');
  });

  test('a page ends at 1 MB', async () => {
    const big = { B: Buffer.alloc(300_000).toString('base64') };
    for (let n = 0; n < 5; n++) await put({ ...key('x', String(n)), big });
    const page = await query('x');
    expect(page).toMatchObject({ Count: 4, LastEvaluatedKey: key('x', '3') });
    expect((await query('x', { ExclusiveStartKey: page.LastEvaluatedKey })).Count).toBe(1);
  });

  test('BatchGetItem returns only existing items', async () => {
    await put(key('x'));
    const answer = await call('BatchGetItem', { RequestItems: { [TableName]: { Keys: [key('x'), key('y')] } } });
    expect(answer.Responses).toEqual({ [TableName]: [key('x')] });
  });
});

describe('transactions', () => {
  const transact = (...TransactItems: unknown[]) => call('TransactWriteItems', { TransactItems });
  const step = (kind: string, body: Record<string, unknown>) => ({ [kind]: { TableName, ...body } });
  const absent = { ConditionExpression: 'attribute_not_exists(pk)' };

  test('all writes of a transaction are one batch', async () => {
    await put({ ...key('old'), gp: S('g'), gs: S('1') });
    await transact(
      step('Put', { Item: { ...key('new'), gp: S('g'), gs: S('2') }, ...absent }),
      step('Update', {
        Key: key('counter'),
        UpdateExpression: 'SET n = :n',
        ExpressionAttributeValues: { ':n': N(1) },
      }),
      step('Delete', { Key: key('old') }),
      step('ConditionCheck', { Key: key('nobody'), ...absent }),
    );
    expect(counts.writes).toEqual([4, 9]);
    expect(await get(key('counter'))).toEqual({ ...key('counter'), n: N(1) });
    expect((await queryIndex('keys', 'g')).Items).toEqual([{ ...key('new'), gp: S('g'), gs: S('2') }]);
  });

  test('a failed condition cancels the whole transaction, with the reasons in order', async () => {
    await put({ ...key('there'), a: N(1) });
    const failed = transact(
      step('Put', { Item: key('new') }),
      step('ConditionCheck', { Key: key('there'), ...absent, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }),
    );
    expect(await refusal(failed)).toMatchObject({
      __type: expect.stringContaining('#TransactionCanceledException'),
      message: expect.stringContaining('[None, ConditionalCheckFailed]'),
      CancellationReasons: [{ Code: 'None' }, { Code: 'ConditionalCheckFailed', Item: { ...key('there'), a: N(1) } }],
    });
    expect(await get(key('new'))).toBeUndefined();
    expect(counts.writes).toEqual([1]);
  });

  test('two operations on one item are rejected', async () => {
    const twice = transact(step('Put', { Item: key('x') }), step('Delete', { Key: key('x') }));
    expect(await refusal(twice)).toMatchObject({ message: expect.stringContaining('multiple operations') });
  });

  test('TransactGetItems returns its items in order', async () => {
    await put(key('x'));
    const TransactItems = [key('y'), key('x')].map((Key) => ({ Get: { TableName, Key } }));
    expect((await call('TransactGetItems', { TransactItems })).Responses).toEqual([{}, { Item: key('x') }]);
  });
});

describe('expiry', () => {
  test('the sweep deletes only expired items, including their index entries', async () => {
    await put({ ...key('old'), gp: S('g'), gs: S('1'), expiresAt: N(1_000) });
    await put({ ...key('renewed'), expiresAt: N(1_000) });
    await put({ ...key('renewed'), expiresAt: N(3_000) });
    await put(key('forever'));
    expect(await sweep(store, 2_000)).toBe(1);
    expect(await get(key('old'))).toBeUndefined();
    expect((await queryIndex('all', 'g')).Count).toBe(0);
    expect([await get(key('renewed')), await get(key('forever'))]).not.toContain(undefined);
  });
});
