import * as fc from 'fast-check';
import type { Action } from '../../../lambdas/core/table/dynamo-client';
import { type Fields, requestJson } from '../../../lambdas/core/table/dynamo-json';
import { createTableClient, type Table } from '../../../lambdas/core/table/table';
import { runs } from '../../support/full';
import { askedBySdk } from '../../support/oracles/document-client';
import { item, key, name, orUndefined, set, value, values, valueWith } from '../../support/tables/any-item';

const times = (few: number) => ({ ...runs(few), includeErrorInReport: true });
const present = fc.dictionary(name, value, { minKeys: 1, maxKeys: 3 });
const changes = fc.record({ set: values, add: fc.dictionary(name, set, { maxKeys: 2 }) });
const write = fc.oneof(
  item.map((put) => ({ put })),
  item.map((one) => ({ delete: one })),
);
const change = fc.oneof(
  fc.record({ put: item, when: present }, { requiredKeys: ['put'] }),
  fc.record({ delete: item, when: present }, { requiredKeys: ['delete'] }),
  fc.tuple(key, changes, present).map(([update, some, when]) => ({ update, ...some, when })),
);

/** Table calls that cover each action. */
const use = fc.oneof<fc.Arbitrary<(table: Table) => Promise<unknown>>[]>(
  fc.tuple(key, fc.boolean()).map((of) => (table) => table.get(...of)),
  fc.tuple(fc.array(key), fc.boolean()).map((of) => (table) => table.batchGet(...of)),
  fc.tuple(key, fc.boolean()).map(([{ pk, sk }, ascending]) => {
    const range = { pk, low: sk, high: `${sk}~`, ascending, limit: 10 };
    return (table) => table.query(ascending ? range : { ...range, index: 'gsi1' });
  }),
  fc.array(write).map((writes) => (table) => table.write(writes)),
  item.map((one) => (table) => table.putIfAbsent(one)),
  fc.array(change).map((some) => (table) => table.transact(some)),
  fc.tuple(item, present).map((of) => (table) => table.deleteIf(...of)),
  fc.tuple(key, changes, present).map((of) => (table) => table.updateIf(...of)),
);

describe('a request', () => {
  test('a table request is the JSON that the AWS SDK sends, for each action and any item', async () => {
    const seen = new Set<Action>();
    const compared = async (action: Action, input: Fields) => {
      seen.add(action);
      // The token is new for each request, and not part of the input.
      const { ClientRequestToken: _, ...sent } = (await askedBySdk(action, input)).sent;
      expect(JSON.parse(requestJson(input))).toEqual(sent);
      return { $metadata: { attempts: 1 } };
    };
    await fc.assert(
      fc.asyncProperty(use, async (call) => {
        await call(createTableClient('rows', { call: compared }));
      }),
      times(300),
    );
    expect(seen.size).toBe(8);
  });

  test('a request omits undefined values at any depth, as the AWS SDK does', async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(name, orUndefined(valueWith(orUndefined))), async (Item) => {
        const input = { TableName: 'rows', Item, ConditionExpression: undefined };
        expect(JSON.parse(requestJson(input))).toEqual((await askedBySdk('PutItem', input)).sent);
      }),
      times(100),
    );
  });

  test.each<[string, unknown]>([
    ['NaN', Number.NaN],
    ['infinity', Number.NEGATIVE_INFINITY],
    ['a bigint', 1n],
    ['a function', () => 1],
    ['a symbol', Symbol('x')],
    ['an empty set', new Set()],
    ['a set of strings and numbers', new Set(['1', 1])],
    ['a set of strings and bytes', new Set(['1', Buffer.from('1')])],
    ['a set of booleans', new Set([true])],
    ['a set of numbers', new Set([1])],
    ['an instance of a class', new Date(0)],
    ['a list with a gap', ['x', undefined]],
  ])('serialising %s throws a TypeError at any depth', (_, wrong) => {
    for (const field of [wrong, [wrong], { map: { wrong } }])
      expect(() => requestJson({ Item: { pk: 'a', field } })).toThrow(TypeError);
  });
});
