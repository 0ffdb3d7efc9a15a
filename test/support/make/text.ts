import * as fc from 'fast-check';

/** Halves of UTF-16 pairs, not characters. */
const [SURROGATES, SURROGATE_COUNT] = [0xd800, 0x800];

const character = fc.nat(0x10ffff - SURROGATE_COUNT).map(
  (n) => String.fromCodePoint(n < SURROGATES ? n : n + SURROGATE_COUNT),
  (text) => {
    const [point, ...more] = Array.from(String(text), (one) => one.codePointAt(0));
    if (point === undefined || more.length > 0) throw new Error('not one character');
    return point < SURROGATES ? point : point - SURROGATE_COUNT;
  },
);

/** Like `fc.string({ unit: 'binary' })`, which first lists all million characters. */
export const anyText = (constraints: { readonly maxLength?: number } = {}): fc.Arbitrary<string> =>
  fc.string({ unit: character, ...constraints });
