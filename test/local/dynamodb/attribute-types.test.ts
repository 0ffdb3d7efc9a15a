import { createRequire } from 'node:module';
import fc from 'fast-check';
import { quickCheck } from '../../../local/dynamodb/attribute-types';
import { repeatedRuns } from '../../support/full';

type Body = Record<string, unknown>;
const require = createRequire(import.meta.url);
const { checkTypes } = require('dynalite/validations') as { checkTypes: (request: Body, types: unknown) => Body };
const ACTIONS = ['putItem', 'getItem', 'updateItem', 'deleteItem', 'query', 'scan', 'batchWriteItem', 'batchGetItem'];
const getTypes = (action: string): Body => require(`dynalite/validations/${action}`).types;

const base64 = fc.uint8Array({ maxLength: 4 }).map((bytes) => Buffer.from(bytes).toString('base64'));
const texts = fc.array(fc.string({ maxLength: 3 }), { maxLength: 3 });
// Mostly well-formed, so that most requests are.
const plain = fc.oneof(
  fc.string({ maxLength: 3 }).map((S) => ({ S })),
  fc.integer().map((N) => ({ N: `${N}` })),
  fc.boolean().map((BOOL) => ({ BOOL })),
  base64.map((B) => ({ B })),
);
const good = fc.oneof(
  { weight: 4, arbitrary: plain as fc.Arbitrary<unknown> },
  texts.map((SS): unknown => ({ SS })),
  texts.map((NS): unknown => ({ NS })),
  fc.array(base64, { maxLength: 3 }).map((BS): unknown => ({ BS })),
  fc.array(plain, { maxLength: 3 }).map((L): unknown => ({ L: [...L, { L }, { NULL: true }] })),
  plain.map((a): unknown => ({ M: { a, b: { M: { a } } } })),
);
const odd: fc.Arbitrary<unknown> = fc.constantFrom<unknown>(
  ...[null, 1, 'text', [], {}, { S: null }, { S: 1 }, { N: 1 }, { S: 'a', N: '1' }, { S: 'a', N: null }],
  ...[
    { B: 'YQ' },
    { B: 'YR==' },
    { B: '*===' },
    { B: 7 },
    { BOOL: 'true' },
    { BOOL: 'so' },
    { NULL: true },
    { X: 'a' },
  ],
  ...[{ SS: ['a', 1] }, { SS: 'a' }, { BS: ['YR=='] }, { L: [{ S: 'a' }, { S: 2 }] }, { L: [null] }, { L: {} }],
  ...[{ M: { a: { N: 1 } } }, { M: { a: null } }, { M: [] }, { NULL: 'true' }],
);
const attribute = fc.oneof({ weight: 30, arbitrary: good }, odd);
const item = fc.oneof(
  { weight: 20, arbitrary: fc.dictionary(fc.string({ minLength: 1, maxLength: 3 }), attribute, { maxKeys: 4 }) },
  odd,
);
const write = fc.oneof(
  { weight: 10, arbitrary: item.map((Item): unknown => ({ PutRequest: { Item } })) },
  { weight: 10, arbitrary: item.map((Key): unknown => ({ DeleteRequest: { Key } })) },
  item.map((Item): unknown => ({ PutRequest: { Item, more: 1 } })),
  item.map((Item): unknown => ({ PutRequest: { Item }, DeleteRequest: null })),
  item.map((Keys): unknown => ({ Keys: [Keys] })),
  odd,
);
const read = fc.oneof(
  { weight: 10, arbitrary: fc.array(item, { maxLength: 3 }).map((Keys): unknown => ({ Keys })) },
  { weight: 10, arbitrary: item.map((key): unknown => ({ Keys: [key], ConsistentRead: true })) },
  item.map((key): unknown => ({ Keys: [key], ConsistentRead: 'true' })),
  item.map((key): unknown => ({ Keys: [key], ProjectionExpression: 'a', AttributesToGet: null })),
  item.map((Keys): unknown => ({ Keys })),
  odd,
);
const asked = fc.record(
  {
    TableName: fc.constantFrom<unknown>('rows', 1),
    Item: item,
    Key: item,
    ExpressionAttributeValues: item,
    ExclusiveStartKey: item,
    RequestItems: fc.oneof(
      fc.dictionary(fc.constantFrom('rows', 'more'), fc.array(write, { maxLength: 3 })) as fc.Arbitrary<unknown>,
      write.map((rows): unknown => ({ rows })),
      read.map((rows): unknown => ({ rows })),
    ),
    Limit: fc.constantFrom<unknown>(1, '1'),
    Unknown: fc.constant(1),
  },
  { requiredKeys: [] },
);

/** The converted request, or the error. */
function tried(check: () => Body) {
  try {
    return { request: check() };
  } catch (error) {
    return { refused: (error as Error).message };
  }
}

test('a request is validated and converted as by dynalite, and keeps its fields', () => {
  const outcomes = { quick: 0, slow: 0, refused: 0 };
  void fc.assert(
    fc.property(fc.constantFrom(...ACTIONS), asked, (action, request) => {
      const types = getTypes(action);
      const fields = Object.keys(request);
      const copy = structuredClone(request);
      let left: Body = {};
      const check = quickCheck((rest, all) => {
        left = { ...rest };
        return checkTypes({ ...rest }, all);
      });
      const outcome = tried(() => check(action, request, types));
      expect(Object.keys(request)).toEqual(fields);
      expect(outcome).toEqual(tried(() => checkTypes(copy, types)));
      const wasLeft = Object.keys(left).some((field) => field in types && typeof left[field] === 'object');
      outcomes['refused' in outcome ? 'refused' : wasLeft ? 'slow' : 'quick']++;
    }),
    repeatedRuns(500),
  );
  expect(Math.min(...Object.values(outcomes))).toBeGreaterThan(20);
});
