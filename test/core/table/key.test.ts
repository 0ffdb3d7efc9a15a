import * as fc from 'fast-check';
import { after, key, keyPrefix, parseKey } from '../../../lambdas/core/table/key';
import { entities } from '../../../lambdas/core/table/schema';

describe('keys', () => {
  const { sk, pk, gsi2 } = entities.ChainTx;

  test('key order is chain order', () => {
    const place = fc.record({
      block: fc.integer({ min: 0, max: 9_999_999_999 }),
      tx: fc.integer({ min: 0, max: 99_999 }),
    });
    void fc.assert(
      fc.property(place, place, (a, b) => {
        const before = a.block < b.block || (a.block === b.block && a.tx < b.tx);
        expect(key(sk, a) < key(sk, b)).toBe(before);
      }),
    );
  });

  test('keys over all chains sort by time, then chain, block and transaction', () => {
    const at = (time: number, chain: string, block: number, tx: number) => key(gsi2[1], { time, chain, block, tx });
    const ordered = [
      at(5, '1', 9, 0),
      at(5, '1', 9, 1),
      at(5, '1', 10, 0),
      at(5, '10', 1, 0),
      at(5, '2', 0, 0),
      at(6, '1', 1, 0),
    ];
    expect(ordered.toSorted()).toEqual(ordered);
  });

  test('a prefix ends at the first variable without a value, and `after` bounds its range', () => {
    const prefix = keyPrefix(sk, { block: 7 });
    expect(prefix).toBe('0000000007#');
    expect(key(sk, { block: 7, tx: 99_999 }) < after(prefix)).toBe(true);
    expect(key(sk, { block: 8, tx: 0 }) > after(prefix)).toBe(true);
  });

  test.each([
    ['a separator', () => key(pk, { chain: '1#2' })],
    ['an upper bound', () => key(pk, { chain: '~' })],
    ['an empty value', () => key(pk, { chain: '' })],
    ['a number wider than its variable', () => key(sk, { block: 10_000_000_000, tx: 0 })],
    ['a negative number', () => key(sk, { block: -1, tx: 0 })],
  ])('a key rejects %s', (_, make) => expect(make).toThrow(/cannot be|missing/));
});

describe('parseKey', () => {
  const templates = Object.entries(entities).flatMap(([name, entity]) =>
    [entity.pk, entity.sk, ...('gsi1' in entity ? entity.gsi1 : []), ...('gsi2' in entity ? entity.gsi2 : [])].map(
      (template) => [name, template as string] as const,
    ),
  );
  test.each(templates)('parsing inverts every key of %s: %s', (_, template) => {
    const holes = [...template.matchAll(/\{(\w+)(?::(\d+))?\}/g)];
    const input = Object.fromEntries(
      holes.map(([, name = '', width], i) => [name, width === undefined ? `0x${i}_${name}` : 10 ** i]),
    );
    expect(parseKey(template, key(template, input as never))).toEqual(input);
  });
  test('parsing throws on a key of another template', () => {
    expect(() => parseKey('h#{chain}', 'l#1')).toThrow('h#{chain}: l#1 does not match the template');
    expect(() => parseKey('{block:10}', '12x')).toThrow('does not match the template');
    expect(() => parseKey('{chain}#{kind}', '1')).toThrow('does not match the template');
  });
});
