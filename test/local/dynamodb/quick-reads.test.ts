import fc from 'fast-check';
import { createTableClient } from '../../../lambdas/core/table/table';
import type { Item } from '../../../local/dynamodb/dynalite';
import { quickBatchGet } from '../../../local/dynamodb/quick-reads';
import { repeatedRuns } from '../../support/full';
import { clientOver } from '../../support/tables/client-over';
import { removeFolders } from '../support/assembly';
import { sameAnswer } from '../support/same-answer';
import { key, N, S, type Things, toPut, useThings } from '../support/things';

type Body = Readonly<Record<string, unknown>>;
let things: Things;
useThings((one) => {
  things = one;
});
afterAll(removeFolders);

const isQuick = (body: Body): boolean => quickBatchGet(body, things.store.find) !== undefined;

/** Batch results have no order. */
const inOrder = ({ Responses, ...rest }: Body): Body => ({
  ...rest,
  Responses: Object.fromEntries(
    Object.entries((Responses ?? {}) as Record<string, Item[]>).map(([table, items]) => [
      table,
      items.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
    ]),
  ),
});
const answerTo = (body: Body) => sameAnswer(things, 'BatchGetItem', body, inOrder);

const someKey = fc
  .tuple(fc.constantFrom('a', 'é', '~'), fc.constantFrom('a', 'a/', '\u{1f600}', '~'))
  .map(([pk, sk]) => key(pk, sk));
const consistency = fc.record({ ConsistentRead: fc.boolean() }, { requiredKeys: [] });
const toKeys = (keys: fc.Arbitrary<Item>, maxLength: number) =>
  fc.uniqueArray(keys, { selector: (one) => JSON.stringify(one), minLength: 1, maxLength });

test('batch reads of the service are answered and authorized as by dynalite for any stored items', async () => {
  const seen = { found: 0, absent: 0, together: 0 };
  await fc.assert(
    fc.asyncProperty(
      toKeys(someKey, 8),
      toKeys(someKey, 8),
      fc.boolean(),
      consistency,
      async (stored, keys, alsoNotes, settings) => {
        await things.clear();
        await things.write(...stored.map((one, i) => toPut({ ...one, a: N(i), data: { B: 'YWI=' } })));
        await things.call('PutItem', { TableName: 'notes', Item: { pk: S('a'), text: S('x') } });
        const notes = alsoNotes ? { notes: { Keys: [{ pk: S('a') }, { pk: S('b') }] } } : {};
        const batch = { RequestItems: { things: { Keys: keys, ...settings }, ...notes } };
        expect(isQuick(batch)).toBe(true);
        const { things: found = [], notes: more = [] } = (await answerTo(batch)).Responses as Record<string, Item[]>;
        seen.found += found.length;
        seen.absent += keys.length - found.length;
        seen.together += more.length;
      },
    ),
    repeatedRuns(20),
  );
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(5);
});

const plain = { TableName: 'things', Key: key('a', 'a') };
test.each<readonly [string, Body]>([
  ['no table', { ...plain, TableName: 'nowhere' }],
  ['no table name', { Key: plain.Key }],
  ['no key', { TableName: 'things' }],
  ['a partial key', { ...plain, Key: { pk: S('a') } }],
  ['extra attributes in a key', { ...plain, Key: { ...plain.Key, gp: S('a') } }],
  ['wrong key names', { ...plain, Key: { pk: S('a'), gs: S('a') } }],
  ['an empty text', { ...plain, Key: key('a', '') }],
  ['a number', { ...plain, Key: { pk: S('a'), sk: N(1) } }],
  ['two types', { ...plain, Key: { pk: S('a'), sk: { S: 'a', N: '1' } } }],
  ['too long a partition key', { ...plain, Key: key('a'.repeat(2_049), 'a') }],
  ['too long a sort key', { ...plain, Key: key('a', 'a'.repeat(1_025)) }],
  ['a string as consistency', { ...plain, ConsistentRead: 'yes' }],
  ['a projection', { ...plain, ProjectionExpression: 'a' }],
  ['a table of numbers', { TableName: 'numbers', Key: { n: N(1) } }],
])('a read with %s is left to dynalite', async (_, body) => {
  await things.write(toPut({ ...plain.Key, a: N(1), b: N(2) }));
  const { TableName, Key, ...settings } = body;
  const batch = { RequestItems: { [String(TableName)]: { Keys: Key ? [Key] : undefined, ...settings } } };
  expect(isQuick(batch)).toBe(false);
  await answerTo(JSON.parse(JSON.stringify(batch)) as Body);
});
const many = (count: number) => Array.from({ length: count }, (_, i) => key('a', String(i)));
test.each<readonly [string, unknown]>([
  ['no tables', {}],
  ['no keys', { things: { Keys: [] } }],
  ['no keys of one table', { things: { Keys: many(2) }, notes: { Keys: [] } }],
  ['the same key twice', { things: { Keys: [key('a'), key('b'), key('a')] } }],
  ['101 keys', { things: { Keys: many(101) } }],
  ['101 keys in two tables', { things: { Keys: many(99) }, notes: { Keys: [{ pk: S('a') }, { pk: S('b') }] } }],
  ['an unknown table', { things: { Keys: many(2) }, nowhere: { Keys: many(1) } }],
  ['a list of tables', [{ things: { Keys: many(2) } }]],
])('a batch of %s is left to dynalite', async (_, RequestItems) => {
  expect(isQuick({ RequestItems })).toBe(false);
  await answerTo({ RequestItems });
});

test('a batch over the response limit returns its unprocessed keys', async () => {
  const keys = many(5);
  for (const one of keys) await things.write(toPut({ ...one, text: S('x'.repeat(390_000)) }));
  const body = { RequestItems: { things: { Keys: keys } } };
  expect(isQuick(body)).toBe(true);
  const { Responses, UnprocessedKeys } = JSON.parse((await things.answer('BatchGetItem', body)).text) as Body;
  const [found, left] = [
    (Responses as Record<string, Item[]>).things,
    (UnprocessedKeys as Record<string, { Keys: Item[] }>).things,
  ];
  expect([found?.length, left?.Keys.length]).toEqual([3, 2]);
});

test('every batch read of the service table takes the quick path', async () => {
  const sent: [string, Body][] = [];
  const client = clientOver((call, request) => {
    sent.push([call, request]);
    return {};
  });
  const table = createTableClient('things', client);
  const one = { pk: 'p', sk: 's' };
  for (const consistent of [false, true]) {
    await table.batchGet([one, { pk: 'p', sk: 't' }], consistent);
  }
  expect(sent.map(([call, body]) => [call, isQuick(body)])).toEqual([
    ['BatchGetItem', true],
    ['BatchGetItem', true],
  ]);
});
