import * as fc from 'fast-check';
import type { Action } from '../../../lambdas/core/table/dynamo-client';
import { type Fields, readAnswer } from '../../../lambdas/core/table/dynamo-json';
import { runs } from '../../support/full';
import { askedBySdk } from '../../support/oracles/document-client';
import { name, number, text } from '../../support/tables/any-item';

const numberText = fc.oneof(number.map(String), fc.constantFrom('-0', '1.50', '1E-7', '0.1234567890123456789'));
const { attribute } = fc.letrec<{ attribute: unknown }>((tie) => ({
  attribute: fc.oneof(
    { depthSize: 'small' },
    fc.oneof(
      text.map((S) => ({ S })),
      numberText.map((N) => ({ N })),
      fc.boolean().map((BOOL) => ({ BOOL })),
      fc.constant({ NULL: true }),
      fc.base64String().map((B) => ({ B })),
      fc.uniqueArray(text, { minLength: 1 }).map((SS) => ({ SS })),
      fc.uniqueArray(fc.base64String(), { minLength: 1 }).map((BS) => ({ BS })),
    ),
    fc.array(tie('attribute'), { maxLength: 4 }).map((L) => ({ L })),
    fc.dictionary(name, tie('attribute'), { maxKeys: 4 }).map((M) => ({ M })),
  ),
}));
const attributes = fc.dictionary(name, attribute, { maxKeys: 4 });
const items = fc.array(attributes, { maxLength: 3 });
const some = (fields: Readonly<Record<string, fc.Arbitrary<unknown>>>) => fc.record(fields, { requiredKeys: [] });
const perTable = (of: fc.Arbitrary<unknown>) => fc.dictionary(fc.constantFrom('rows', 'others'), of);
const unprocessed = fc.array(
  fc.oneof(
    attributes.map((Item) => ({ PutRequest: { Item } })),
    attributes.map((Key) => ({ DeleteRequest: { Key } })),
  ),
  { maxLength: 3 },
);
const ANSWERS: Readonly<Record<Action, fc.Arbitrary<Fields>>> = {
  GetItem: some({ Item: attributes }),
  PutItem: some({ Attributes: attributes }),
  UpdateItem: some({ Attributes: attributes }),
  DeleteItem: some({ Attributes: attributes }),
  BatchGetItem: some({
    Responses: perTable(items),
    UnprocessedKeys: perTable(fc.record({ Keys: items, ConsistentRead: fc.boolean() })),
  }),
  BatchWriteItem: some({ UnprocessedItems: perTable(unprocessed) }),
  Query: some({ Items: items, Count: fc.nat(), ScannedCount: fc.nat(), LastEvaluatedKey: attributes }),
  TransactWriteItems: fc.constant({}),
};
/** Enough for a request of any action: the SDK drops unknown fields. */
const INPUT = { TableName: 'rows', Key: {}, Item: {}, RequestItems: {}, TransactItems: [] };

/** Bytes as hex: ours are Buffers, the SDK's are not. */
function comparable(read: unknown): unknown {
  if (read instanceof Uint8Array) return { bytes: Buffer.from(read).toString('hex') };
  if (Array.isArray(read)) return read.map(comparable);
  if (read instanceof Set) return new Set([...read].map(comparable));
  if (typeof read !== 'object' || read === null) return read;
  return Object.fromEntries(Object.entries(read).map(([field, of]) => [field, comparable(of)]));
}

describe('an answer', () => {
  test.each(Object.entries(ANSWERS) as [Action, fc.Arbitrary<Fields>][])(
    'an answer to %s is parsed as by the AWS SDK',
    async (action, answers) => {
      await fc.assert(
        fc.asyncProperty(answers, async (answer) => {
          const { read } = await askedBySdk(action, INPUT, answer);
          expect(comparable(readAnswer(JSON.stringify(answer)))).toEqual(comparable(read));
        }),
        { ...runs(40), includeErrorInReport: true },
      );
    },
  );

  test('bytes are parsed as Buffers, even in sets', () => {
    const { Item } = readAnswer('{"Item":{"bytes":{"B":"AP8="},"set":{"BS":["AP8="]}}}');
    const { bytes, set } = Item as { readonly bytes: unknown; readonly set: ReadonlySet<unknown> };
    const all = [bytes, ...set];
    expect([all, all.map(Buffer.isBuffer)]).toEqual([Array(2).fill(Buffer.from([0, 255])), [true, true]]);
  });

  test.each([{ X: 'a' }, { NS: ['1'] }, {}])(
    'parsing %j, an attribute that the table never has, throws a TypeError',
    (unknown) => {
      expect(() => readAnswer(JSON.stringify({ Item: { a: unknown } }))).toThrow(TypeError);
    },
  );
});
