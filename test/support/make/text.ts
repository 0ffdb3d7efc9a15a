import * as fc from 'fast-check';

/** No characters of their own: halves of others in UTF-16. */
const [SURROGATES, SURROGATE_COUNT] = [0xd800, 0x800];

const character = fc.nat(0x10ffff - SURROGATE_COUNT).map(
  (n) => String.fromCodePoint(n < SURROGATES ? n : n + SURROGATE_COUNT),
  (text) => {
    const [point, ...more] = Array.from(String(text), (one) => one.codePointAt(0));
    if (point === undefined || more.length > 0) throw new Error('not one character');
    return point < SURROGATES ? point : point - SURROGATE_COUNT;
  },
);

/** Texts of any Unicode characters: `fc.string({ unit: 'binary' })`, which lists all million of them first. */
export const anyText = (constraints: { readonly maxLength?: number } = {}): fc.Arbitrary<string> =>
  fc.string({ unit: character, ...constraints });
