import fc from 'fast-check';
import type { Hex } from 'viem';
import { encodeAbiParameters, stringToHex } from 'viem/utils';
import {
  cleanText,
  getDecimals,
  isDisguised,
  MAX_TEXT_CHARACTERS,
  toBool,
  toRawText,
  toText,
} from '../../../../lambdas/evm/tokens/domain/token-text';
import { anyText } from '../../../support/make/text';

const abiString = (text: string): Hex => encodeAbiParameters([{ type: 'string' }], [text]);
const abiBytes = (bytes: Hex): Hex => encodeAbiParameters([{ type: 'bytes' }], [bytes]);
const bytes32 = (text: string): Hex => stringToHex(text, { size: 32 });
const word = (value: bigint): Hex => encodeAbiParameters([{ type: 'uint256' }], [value]);
const words = fc.uint8Array({ maxLength: 400 }).map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`);

describe('toText', () => {
  test('an ABI string in the first kilobyte is decoded as it was encoded', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 256 }), (text) => {
        expect(toRawText(abiString(text))).toBe(text);
      }),
    );
  });

  test('a bytes32 is decoded with or without padding', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 32 }), (text) => {
        expect(toRawText(bytes32(text))).toBe(text);
      }),
    );
    expect(toText(bytes32('Maker'))).toBe('Maker');
    expect(toText(bytes32('₮'.repeat(10)))).toBe('₮'.repeat(10));
  });

  test('a number, a hash, an empty or a short response is not text', () => {
    const hash = `0x${'9f'.repeat(32)}`;
    for (const answer of [word(1n), word(2n ** 255n), hash, word(0n), abiString(''), '0x', '0x1234', 'oops', ''])
      expect(toText(answer)).toBeUndefined();
    expect(toText(`${bytes32('MKR').slice(0, -2)}01`)).toBeUndefined();
  });

  test('bytes that are not UTF-8 become U+FFFD', () => {
    expect(toText(abiBytes('0x5553ff4443'))).toBe('US\ufffdDC');
  });

  test('lengths and offsets that point outside the response are rejected', () => {
    const good = abiString('Token');
    const head = (offset: bigint, length: bigint) => `${word(offset)}${word(length).slice(2)}${good.slice(-64)}`;
    expect(toText(head(32n, 5n))).toBe('Token');
    for (const [offset, length] of [
      [32n, 33n],
      [2n ** 200n, 5n],
      [64n, 5n],
      [96n, 5n],
      [32n, 2n ** 255n],
      [2n ** 32n - 1n, 1n],
    ] as const)
      expect(toText(head(offset, length))).toBeUndefined();
    expect(toText(good.replace('0x', '0xzz'))).toBeUndefined();
  });

  test('no response throws, and no text is longer than its limit', () => {
    fc.assert(
      fc.property(fc.oneof(words, fc.string(), anyText().map(abiString)), (answer) => {
        for (const limit of Object.values(MAX_TEXT_CHARACTERS))
          expect([...(toText(answer, limit) ?? '')].length).toBeLessThanOrEqual(limit);
      }),
      { numRuns: 1_000 },
    );
  });

  test('only the beginning of a long response is read, and the limits hold', () => {
    const text = toText(abiString('😀'.repeat(300)));
    expect(text).toBe('😀'.repeat(MAX_TEXT_CHARACTERS.name));
    // Invalid from the second kilobyte on: if read, the text would be rejected.
    const huge = `${abiString('x'.repeat(1_000_000)).slice(0, 8_000)}${'zz'.repeat(996_134)}`;
    expect(huge.length).toBeGreaterThan(2_000_000);
    expect(toText(huge, MAX_TEXT_CHARACTERS.symbol)).toBe('x'.repeat(64));
    // A character across the limit of 1,024 bytes is omitted, not split.
    expect(toRawText(abiString(`ab${'€'.repeat(400)}`))).toBe(`ab${'€'.repeat(340)}`);
  });
});

describe('cleanText', () => {
  test.each([
    ['control characters', 'a\u0000b\u0007c\u009fd', 'abcd'],
    ['direction overrides and marks', '\u202eCDSU\u202c \u2066x\u2069\u200f', 'CDSU x'],
    ['zero-width characters', 'US\u200bD\u200c\u200d\u2060C\ufeff', 'USDC'],
    ['invisible fillers and tags', 'US\u3164D\u00adC\u{e0041}\u034f', 'USDC'],
    ['lone surrogates', 'a\ud800b\udc00c', 'abc'],
    ['white space of every kind', ' \t a \n\u0085 b\u00a0\u2003c\u2800\u3000 ', 'a b c'],
    ['spaces between removed characters', 'a \u0001 b', 'a b'],
  ])('%s are removed or collapsed', (_, text, clean) => {
    expect(cleanText(text, 128)).toBe(clean);
  });

  test('text without visible characters is undefined', () => {
    for (const text of ['', '   ', '\u200b\u202e', '\u0000\u2800']) expect(cleanText(text, 128)).toBeUndefined();
  });

  test('ordinary text is left unchanged', () => {
    for (const text of ['USD₮0', 'MAGIC•INTERNET•MONEY', 'Laïka', '🔶', '樱桃', 'Σ Coin', 'A & B <c>'])
      expect(cleanText(text, 128)).toBe(text);
  });

  test('cleaning is idempotent, leaves nothing invisible, and splits no surrogate pair', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.nat(0x10ffff).map((c) => String.fromCodePoint(c)) }), fc.nat(80), (text, n) => {
        const clean = cleanText(text, n) ?? '';
        expect(cleanText(clean, n) ?? '').toBe(clean);
        expect(isDisguised(clean)).toBe(false);
        expect(clean).not.toMatch(/[\p{Cc}\p{Cs}]|\s\s|^\s|\s$/u);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('numbers and booleans', () => {
  test('decimals are 0 to 255, read from a full word', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 256n - 1n), (value) => {
        expect(getDecimals(word(value))).toBe(value < 256n ? Number(value) : undefined);
      }),
    );
    expect([0n, 18n, 255n].map((n) => getDecimals(word(n)))).toEqual([0, 18, 255]);
    for (const answer of ['0x', '0x12', word(256n), word(2n ** 255n), word(18n).slice(0, -2), `0x${'zz'.repeat(32)}`])
      expect(getDecimals(answer)).toBeUndefined();
    expect(getDecimals(`${word(6n)}ffff`)).toBe(6);
  });

  test('only the words 0 and 1 are booleans', () => {
    expect([word(0n), word(1n), word(2n), word(2n ** 255n), '0x', '0x01'].map(toBool)).toEqual([
      false,
      true,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
