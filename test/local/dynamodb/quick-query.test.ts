import fc from 'fast-check';
import { TABLE } from '../../../lambdas/core/table/schema';
import { createTableClient } from '../../../lambdas/core/table/table';
import type { Item, Table } from '../../../local/dynamodb/dynalite';
import { quickQuery } from '../../../local/dynamodb/quick-query';
import { repeatedRuns } from '../../support/full';
import { clientOver } from '../../support/tables/client-over';
import { CREATE_TABLE } from '../../support/tables/memory';
import { removeFolders } from '../support/assembly';
import { sameAnswer } from '../support/same-answer';
import { INDEXES, key, N, S, type Things, toPut, useThings } from '../support/things';

type Body = Readonly<Record<string, unknown>>;
let things: Things;
useThings((one) => {
  things = one;
});
afterAll(removeFolders);

const isQuick = (body: Body): boolean => quickQuery(body, things.store.find) !== undefined;

const answerTo = (body: Body) => sameAnswer(things, 'Query', body);

const toQuery = (p: string, low: string, high: string, index?: string) => ({
  TableName: 'things',
  ...(index === undefined ? {} : { IndexName: index }),
  KeyConditionExpression: '#p = :p AND #s BETWEEN :low AND :high',
  ExpressionAttributeNames: index === undefined ? { '#p': 'pk', '#s': 'sk' } : { '#p': 'gp', '#s': 'gs' },
  ExpressionAttributeValues: { ':p': S(p), ':low': S(low), ':high': S(high) },
});

/** Similar texts. None above U+E000 besides the emoji: dynalite orders bounds by UTF-16, not by bytes. */
const text = fc.constantFrom('a', 'a~', 'a/', 'aa', 'b', 'é', '\u{1f600}', '!', '~');
const partition = fc.constantFrom('a', 'é');
const item = fc
  .tuple(partition, text, fc.option(fc.tuple(partition, text)), fc.integer({ min: 0, max: 3 }))
  .map(([pk, sk, of, a]): Item => ({ ...key(pk, sk), a: N(a), ...(of ? { gp: S(of[0]), gs: S(of[1]) } : {}) }));
const settings = fc.record(
  {
    ScanIndexForward: fc.boolean(),
    Limit: fc.integer({ min: 1, max: 4 }),
    ConsistentRead: fc.boolean(),
  },
  { requiredKeys: [] },
);

test('a query of the service is answered and authorized as by dynalite for any stored items', async () => {
  const seen = { quick: 0, found: 0, more: 0, refused: 0 };
  const items = fc.uniqueArray(item, { selector: (of) => JSON.stringify([of.pk, of.sk]), minLength: 1, maxLength: 25 });
  const query = fc.tuple(partition, text, text, fc.option(fc.constantFrom(...INDEXES), { nil: undefined }), settings);
  await fc.assert(
    fc.asyncProperty(items, fc.array(query, { minLength: 5, maxLength: 10 }), async (stored, queries) => {
      await things.clear();
      await things.write(...stored.map(toPut));
      for (const [p, low, high, index, more] of queries) {
        const body = { ...toQuery(p, low, high, index), ...more };
        const answer = await answerTo(body);
        seen.quick += Number(isQuick(body));
        seen.found += Number(answer.Count ?? 0);
        seen.more += Number(answer.LastEvaluatedKey !== undefined);
        seen.refused += Number(answer.refused !== undefined);
      }
    }),
    repeatedRuns(40),
  );
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(10);
});

const plain = toQuery('a', 'a', 'b');
const values = plain.ExpressionAttributeValues;
test.each<readonly [string, Body]>([
  ['no table', { ...plain, TableName: 'nowhere' }],
  ['no index', { ...plain, IndexName: 'nothing' }],
  ['a consistent read of an index', { ...toQuery('a', 'a', 'b', 'all'), ConsistentRead: true }],
  ['the keys of an index without its name', { ...plain, ExpressionAttributeNames: { '#p': 'gp', '#s': 'gs' } }],
  ['swapped keys', { ...plain, ExpressionAttributeNames: { '#p': 'sk', '#s': 'pk' } }],
  ['the sort key of an index', { ...plain, ExpressionAttributeNames: { '#p': 'pk', '#s': 'gs' } }],
  ['an extra name', { ...plain, ExpressionAttributeNames: { '#p': 'pk', '#s': 'sk', '#a': 'a' } }],
  ['a missing name', { ...plain, ExpressionAttributeNames: { '#p': 'pk' } }],
  ['no names', { ...plain, ExpressionAttributeNames: undefined }],
  ['an extra value', { ...plain, ExpressionAttributeValues: { ...values, ':a': S('a') } }],
  ['a missing value', { ...plain, ExpressionAttributeValues: { ':p': S('a'), ':low': S('a') } }],
  ['an empty key', toQuery('', 'a', 'b')],
  ['an empty bound', toQuery('a', '', 'b')],
  ['reversed bounds', toQuery('a', 'b', 'a')],
  ['too long a key', toQuery('a'.repeat(2_049), 'a', 'b')],
  ['too long a bound', toQuery('a', 'a', 'b'.repeat(1_025))],
  ['too long a lower bound', toQuery('a', 'a'.repeat(1_025), 'b')],
  ['a key that is a number', { ...plain, ExpressionAttributeValues: { ...values, ':p': N(1) } }],
  ['a bound of two types', { ...plain, ExpressionAttributeValues: { ...values, ':low': { S: 'a', N: '1' } } }],
  ['a limit of zero', { ...plain, Limit: 0 }],
  ['a fractional limit', { ...plain, Limit: 1.5 }],
  ['a string as direction', { ...plain, ScanIndexForward: 'yes' }],
  ['another condition', { ...plain, KeyConditionExpression: '#p = :p AND #s BETWEEN :high AND :low' }],
  ['a table of numbers', { ...plain, TableName: 'numbers', ExpressionAttributeNames: { '#p': 'n', '#s': 'm' } }],
  ['a table with one key', { ...plain, TableName: 'notes' }],
])('a query with %s is left to dynalite', async (_, body) => {
  expect(isQuick(body)).toBe(false);
  await answerTo(JSON.parse(JSON.stringify(body)) as Body);
});

test.each<readonly [string, Body]>([
  ['a filter', { FilterExpression: 'a = :a', ExpressionAttributeValues: { ...values, ':a': N(1) } }],
  ['a projection', { ProjectionExpression: 'a' }],
  ['a count only', { Select: 'COUNT' }],
  ['a start key', { ExclusiveStartKey: key('a', 'a') }],
])('a query with %s is answered by dynalite', async (_, more) => {
  await things.write(toPut({ ...key('a', 'aa'), a: N(1) }));
  expect(isQuick({ ...plain, ...more })).toBe(false);
  expect((await answerTo({ ...plain, ...more })).Count).toBe(1);
});

test('every query of the service table takes the quick path', async () => {
  const sent: Body[] = [];
  const client = clientOver((_, request) => {
    sent.push(request);
    return { Items: [] };
  });
  const range = { pk: 'p', low: 'a', high: 'b', limit: 10, ascending: true };
  const indexes = Object.keys(TABLE.indexes) as (keyof typeof TABLE.indexes)[];
  for (const index of indexes) await createTableClient('own', client).query({ ...range, index });
  await createTableClient('own', client).query({ ...range, consistent: true });
  const own: Table = { ...CREATE_TABLE, TableName: 'own' };
  expect(sent.map((body) => quickQuery(body, () => own)?.request.IndexName)).toEqual([...indexes, undefined]);
  expect(sent.map((body) => quickQuery(body, () => own)?.startKeyNames[0])).toEqual(sent.map(() => TABLE.pk));
});
