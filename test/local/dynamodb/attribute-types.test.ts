import { createRequire } from 'node:module';
import fc from 'fast-check';
import { quickCheck } from '../../../local/dynamodb/attribute-types';
import { runs } from '../../support/full';

type Body = Record<string, unknown>;
const require = createRequire(import.meta.url);
const { checkTypes } = require('dynalite/validations') as { checkTypes: (request: Body, types: unknown) => Body };
const ACTIONS = ['putItem', 'getItem', 'updateItem', 'deleteItem', 'query', 'scan', 'batchWriteItem', 'batchGetItem'];
const typesOf = (action: string): Body => require(`dynalite/validations/${action}`).types;

// Mostly well-formed, so that whole requests are.
const good = fc.oneof(
  fc.string({ maxLength: 3 }).map((S) => ({ S })),
  fc.integer().map((N) => ({ N: `${N}` })),
  fc.boolean().map((BOOL) => ({ BOOL })),
  fc.uint8Array({ maxLength: 4 }).map((bytes) => ({ B: Buffer.from(bytes).toString('base64') })),
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
  ...[{ SS: ['a'] }, { L: [{ S: 'a' }, { S: 2 }] }, { M: { a: { N: '1' } } }, { M: [] }],
);
const attribute = fc.oneof({ weight: 30, arbitrary: good as fc.Arbitrary<unknown> }, odd);
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
    ),
    Limit: fc.constantFrom<unknown>(1, '1'),
    Unknown: fc.constant(1),
  },
  { requiredKeys: [] },
);

/** What a check gives, or how it refuses. */
function tried(check: () => Body) {
  try {
    return { request: check() };
  } catch (error) {
    return { refused: (error as Error).message };
  }
}

test('a request is checked and converted as dynalite does, and keeps its fields', () => {
  const outcomes = { quick: 0, slow: 0, refused: 0 };
  void fc.assert(
    fc.property(fc.constantFrom(...ACTIONS), asked, (action, request) => {
      const types = typesOf(action);
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
    runs(500),
  );
  expect(Math.min(...Object.values(outcomes))).toBeGreaterThan(20);
});
