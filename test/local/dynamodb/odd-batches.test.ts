import fc from 'fast-check';
import { repeatedRuns } from '../../support/full';
import { removeFolders } from '../support/assembly';
import { isQuick, key, N, S, type Things, toDelete, toPut, useBothPaths } from '../support/things';

type Writes = Readonly<Record<string, readonly unknown[]>>;
let quick: Things;
let slow: Things;
useBothPaths((...both) => {
  [quick, slow] = both;
});
afterAll(removeFolders);
const nothing = { items: 0, index: 0, expiry: 0 };
/** The answer to a batch, which must be the same on both paths. */
async function answerTo(RequestItems: Writes) {
  const answers = [quick, slow].map(({ answer }) => answer('BatchWriteItem', { RequestItems }));
  const [answer, expected] = await Promise.all(answers);
  expect(answer).toEqual(expected);
  return answer;
}

const plain = toPut({ ...key('plain'), gp: S('g'), gs: S('1'), expiresAt: N(1), a: N(-7), b: { B: 'YQ==' } });
const x = key('x');
const otherThings: readonly [string, string, ...object[]][] = [
  ['a key twice', 'contains duplicates', toPut(x), toPut({ ...x, a: N(1) })],
  ['a put and a delete of one key', 'contains duplicates', toPut(x), toDelete(x)],
  ['26 items', 'less than or equal to 25', ...Array.from({ length: 25 }, (_, n) => toPut(key('x', String(n))))],
  ['a part of the key', 'does not match the schema', toPut({ pk: S('x') })],
  ['a deletion by a part of the key', 'does not match the schema', toDelete({ pk: S('x') })],
  ['a deletion by more than the key', 'does not match the schema', toDelete({ ...x, a: N(1) })],
  ['a key that is a number', 'does not match the schema', toPut({ ...x, sk: N(1) })],
  ['an index key that is a number', 'Type mismatch for Index Key gp', toPut({ ...x, gp: N(1), gs: S('1') })],
  ['an empty key', 'cannot contain an empty string', toPut(key(''))],
  ['too long a key', 'has exceeded the maximum size limit of2048 bytes', toPut(key('x'.repeat(2_049)))],
  ['base64 without its padding', 'expected a multiple of 4 bytes', toPut({ ...x, a: { B: 'YQ' } })],
  ['base64 with excess bits in its last digit', 'Invalid last non-pad', toPut({ ...x, a: { B: 'YR==' } })],
  ['two types in one attribute', 'more than one datatypes', toPut({ ...x, a: { S: '1', N: '1' } })],
  ['an item of 400 kB', 'exceeded the maximum allowed size', toPut({ ...x, a: S('a'.repeat(409_600)) })],
  ['39 digits', 'more than 38 significant digits', toPut({ ...x, a: N(`1${'2'.repeat(38)}`) })],
  ['a malformed number', 'cannot be converted to a numeric value', toPut({ ...x, a: N('one') })],
  ['a number as a string', 'cannot be converted to String', toPut({ ...x, a: { S: 1 } })],
  ['an empty write request', 'more than one datatypes', {}],
];
const cases: readonly [string, string, Writes][] = [
  ...otherThings.map(([what, why, ...writes]): [string, string, Writes] => [what, why, { things: [plain, ...writes] }]),
  ['an unknown table', 'Table: nowhere not found', { things: [plain], nowhere: [toPut(x)] }],
  ['a table without writes', 'length greater than or equal to 1', { things: [plain], notes: [] }],
  ['a string as a numeric key', 'does not match the schema', { things: [plain], numbers: [toPut({ n: S('1') })] }],
  [
    'a deletion by a string as a numeric key',
    'does not match the schema',
    { things: [plain], numbers: [toDelete({ n: S('1') })] },
  ],
  ['a string as a numeric index key', 'for Index Key m', { things: [plain], numbers: [toPut({ n: N(1), m: S('1') })] }],
  ['no table', 'length greater than or equal to 1', {}],
];
test.each(cases)('a batch with %s is rejected as by dynalite and stores nothing', async (_, why, writes) => {
  expect(await answerTo(writes)).toEqual({ status: 400, text: expect.stringContaining(why) });
  expect(await quick.entries()).toEqual(nothing);
});

test('a plain batch is stored whole, without reading replaced items', async () => {
  const reads = jest.spyOn(quick.db, 'getSync');
  expect(await answerTo({ things: [plain, toDelete(x)] })).toEqual({ status: 200, text: '{"UnprocessedItems":{}}' });
  expect(reads).not.toHaveBeenCalled();
  reads.mockRestore();
  expect(await quick.entries()).toEqual({ items: 1, index: 3, expiry: 1 });
});

test('a binary value takes the quick path exactly if it is canonical base64', () => {
  const seen = { plain: 0, odd: 0 };
  const text = fc.string({ unit: fc.constantFrom(...'AQgwEIYcd4+/=*'), minLength: 1, maxLength: 12 });
  const padded = fc.uint8Array({ minLength: 1, maxLength: 9 }).map((bytes) => Buffer.from(bytes).toString('base64'));
  const digits = fc.tuple(text, fc.constantFrom('', '=', '==')).map((parts) => parts.join(''));
  void fc.assert(
    fc.property(fc.oneof(digits, padded), (B) => {
      const isPlain = isQuick(quick, { RequestItems: { things: [toPut({ ...x, b: { B } })] } });
      expect({ B, isPlain }).toEqual({ B, isPlain: Buffer.from(B, 'base64').toString('base64') === B });
      seen[isPlain ? 'plain' : 'odd']++;
    }),
    repeatedRuns(400, 30_000),
  );
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(100);
});

const mostly = <T>(weight: number, usual: readonly T[], odd: readonly T[]) =>
  fc.oneof({ weight, arbitrary: fc.constantFrom(...usual) }, fc.constantFrom(...odd));
const value = mostly<unknown>(
  20,
  [S('a'), S('é'), N(0), N(-12), { BOOL: true }, { B: 'YWI=' }],
  [
    ...[S(''), N('1.50'), N('-0'), N('007'), N('1e3'), N(''), { BOOL: 'true' }, { NULL: true }, { NULL: false }],
    ...[{ B: '' }, { B: 'YWJ=' }, { SS: ['a'] }, { M: { a: N('1.0') } }, { L: [N(1)] }, {}, { S: 'a', N: null }],
    ...[{ X: 'a' }, 'a', 1, null, []],
  ],
);
const toItem = (key: fc.Arbitrary<object>, ...names: readonly string[]) =>
  fc
    .tuple(key, fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 3, noNullPrototype: true }))
    .map(([its, more]): object => ({ ...its, ...more }));
const textKey = mostly<object>(
  30,
  [...'abcdefghé'].map((pk) => key(pk)),
  [{}, { pk: S('x') }, { ...key('x'), sk: N(1) }],
);
const numericKey = mostly<object>(
  30,
  [1, 2, 3, 4, 5].map((n) => ({ n: N(n) })),
  [{ n: S('1') }, {}],
);
const noteKey = fc.constantFrom(...'abc').map((pk) => ({ pk: S(pk) }));
const toWrites = (keys: fc.Arbitrary<object>, ...names: readonly string[]) => {
  const items = toItem(keys, ...names);
  const write = fc.oneof(
    { weight: 30, arbitrary: items.map((Item): unknown => ({ PutRequest: { Item } })) },
    { weight: 15, arbitrary: keys.map((Key): unknown => ({ DeleteRequest: { Key } })) },
    items.map((Item): unknown => ({ PutRequest: { Item }, DeleteRequest: { Key: Item } })),
    items.map((Item): unknown => ({ PutRequest: { Item, more: 1 } })),
  );
  return fc.array(write, { minLength: 1, maxLength: 3 });
};
const batch = fc.oneof(
  { weight: 4, arbitrary: fc.record({ things: toWrites(textKey, 'gp', 'gs', 'expiresAt', 'a', '') }) },
  fc.record({ things: toWrites(textKey, 'a'), numbers: toWrites(numericKey, 'm', 'a') }),
  fc.record({ things: toWrites(textKey, 'a'), notes: fc.oneof(toWrites(noteKey, 'a'), fc.constant([])) }),
);

test('any batch is answered and stored as by dynalite', async () => {
  const seen = { quick: 0, stored: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(batch, async (RequestItems) => {
      await Promise.all([quick.clear(), slow.clear()]);
      const answer = await answerTo(RequestItems);
      const [stored, expected] = await Promise.all([quick, slow].map(({ db }) => db.iterator().all()));
      expect(stored).toEqual(expected);
      seen[answer?.status !== 200 ? 'refused' : isQuick(quick, { RequestItems }) ? 'quick' : 'stored']++;
    }),
    repeatedRuns(1_000),
  );
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(50);
});
