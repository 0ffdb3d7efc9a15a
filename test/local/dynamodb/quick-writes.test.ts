import fc from 'fast-check';
import type { Item } from '../../../local/dynamodb/dynalite';
import { sweep } from '../../../local/dynamodb/sweep';
import { repeatedRuns } from '../../support/full';
import { removeFolders } from '../support/assembly';
import { INDEXES, isQuick, key, N, S, type Things, toDelete, toPut, useBothPaths } from '../support/things';

type Body = Readonly<Record<string, unknown>>;
let quick: Things;
let slow: Things;
useBothPaths((...both) => {
  [quick, slow] = both;
});
afterAll(removeFolders);

/** Few keys and values, so that items move, return and collide. */
const anyKey = fc.tuple(fc.constantFrom('x', 'y'), fc.constantFrom('0', '1', '2')).map(([pk, sk]) => key(pk, sk));
const attribute = fc.oneof(
  fc.tuple(fc.constant('gp'), fc.constantFrom(S('g'), S('h'))),
  fc.tuple(fc.constant('gs'), fc.constantFrom(S('1'), S('2'))),
  fc.tuple(fc.constant('expiresAt'), fc.constantFrom(N(1_000), N(2_000), N(3_000), S('soon'))),
  fc.tuple(fc.constant('a'), fc.constantFrom(N(1), N(2), { BOOL: false }, { B: 'AQID' })),
);
const attributes = fc
  .uniqueArray(attribute, { selector: ([name]) => name, minLength: 2, maxLength: 4 })
  .map((pairs): Item => Object.fromEntries(pairs));
const batch = fc
  .uniqueArray(fc.tuple(anyKey, fc.option(attributes)), {
    selector: ([of]) => JSON.stringify(of),
    minLength: 1,
    maxLength: 6,
  })
  .map((writes) => writes.map(([of, more]) => (more ? toPut({ ...of, ...more }) : toDelete(of))));
const change = fc.oneof(
  attribute.map(([name, value]) => ({
    UpdateExpression: `SET ${name} = :v`,
    ExpressionAttributeValues: { ':v': value },
  })),
  attribute.map(([name]) => ({ UpdateExpression: `REMOVE ${name}` })),
);
interface Step {
  readonly call: string;
  readonly body: Body;
  readonly now?: number;
}
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: batch.map((things) => ({ call: 'BatchWriteItem', body: { RequestItems: { things } } })) },
  fc.tuple(anyKey, attributes).map(([of, more]) => ({ call: 'PutItem', body: { Item: { ...of, ...more } } })),
  fc.tuple(anyKey, change).map(([Key, more]) => ({ call: 'UpdateItem', body: { Key, ...more } })),
  anyKey.map((Key) => ({ call: 'DeleteItem', body: { Key } })),
  { weight: 2, arbitrary: fc.constantFrom(1_500, 2_500).map((now) => ({ call: 'sweep', body: {}, now })) },
);

const FILTER = { FilterExpression: 'a = :a', ExpressionAttributeValues: { ':a': N(1) } };
const toQuery = (name: string, value: string, more: Body = {}) => ({
  KeyConditionExpression: `${name} = :p`,
  ...more,
  ExpressionAttributeValues: { ...(more.ExpressionAttributeValues as object), ':p': S(value) },
});
const QUESTIONS: readonly (readonly [string, Body])[] = [
  ...[{}, { Limit: 2 }, FILTER, ...INDEXES.map((IndexName) => ({ IndexName }))].map((body) => ['Scan', body] as const),
  ...[true, false].flatMap((ScanIndexForward) =>
    [{}, { Limit: 1 }, { Limit: 2, ...FILTER }].flatMap((how) => [
      ...['x', 'y'].map((pk) => ['Query', toQuery('pk', pk, { ...how, ScanIndexForward })] as const),
      ...['g', 'h'].flatMap((gp) =>
        INDEXES.map((IndexName) => ['Query', toQuery('gp', gp, { ...how, ScanIndexForward, IndexName })] as const),
      ),
    ]),
  ),
];
/** Mostly few reads: they remove stale entries, and too few would accumulate if each step read everything. */
const asked = fc.oneof(
  { weight: 4, arbitrary: fc.shuffledSubarray([...QUESTIONS], { maxLength: 2 }) },
  fc.shuffledSubarray([...QUESTIONS], { minLength: QUESTIONS.length }),
);

/** Takes a step and returns the number of swept entries. */
async function take({ store, call }: Things, { call: name, body, now }: Step): Promise<number> {
  if (now !== undefined) return sweep(store, now);
  await call(name, body);
  return 0;
}

test('batches on the quick path leave the same data as those of dynalite after any writes', async () => {
  const seen = { quick: 0, stale: 0, sweptStale: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(step, asked), { minLength: 4, maxLength: 12 }), async (steps) => {
      await Promise.all([quick.clear(), slow.clear()]);
      const compare = async (questions: typeof QUESTIONS) => {
        for (const [call, body] of questions) {
          const [pages, expected] = await Promise.all([quick.pages(call, body), slow.pages(call, body)]);
          expect({ call, body, pages }).toEqual({ call, body, pages: expected });
        }
      };
      for (const [one, questions] of steps) {
        if (one.call === 'BatchWriteItem') seen.quick += Number(isQuick(quick, one.body));
        seen.sweptStale += (await take(quick, one)) - (await take(slow, one));
        seen.stale += (await quick.entries()).index - (await slow.entries()).index;
        await compare(questions);
      }
      await compare(QUESTIONS);
      expect((await quick.entries()).index).toBe((await quick.wanted()).index);
      for (const { store } of [quick, slow]) await sweep(store, 10_000);
      expect(await quick.db.iterator().all()).toEqual(await slow.db.iterator().all());
    }),
    repeatedRuns(12, 900),
  );
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(5);
});
