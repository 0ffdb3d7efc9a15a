import * as fc from 'fast-check';
import { exactJson, fromExactJson } from '../../../lambdas/core/domain/exact-json';
import { runs } from '../../support/full';

const NAME = fc.string().filter((name) => !['int', 'map', 'set', '__proto__'].includes(name));
const anything: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.string(),
    fc.bigInt(),
    fc.array(tie('value')),
    fc.dictionary(NAME, tie('value'), { noNullPrototype: true }),
    fc.array(fc.tuple(fc.oneof(fc.string(), fc.bigInt()), tie('value'))).map((entries) => new Map(entries)),
    fc.array(fc.oneof(fc.string(), fc.bigInt())).map((members) => new Set(members)),
  ),
})).value;

test('any value survives a round trip and serializes to the same text again', async () => {
  await fc.assert(
    fc.asyncProperty(anything, async (value) => {
      const back = fromExactJson(exactJson(value));
      expect(back).toEqual(value);
      expect(exactJson(back)).toBe(exactJson(value));
    }),
    runs(300),
  );
});

test('large integers, maps and sets survive a round trip at any depth', () => {
  const value = {
    balance: 2n ** 64n,
    owners: new Map([['a', { amounts: [1n, new Set([2n])] }]]),
    none: new Map(),
    list: [[new Map([['b', new Map([['c', -3n]])]])]],
  };
  expect(fromExactJson(exactJson(value))).toEqual(value);
  expect(exactJson(value)).toContain('{"int":"18446744073709551616"}');
});
