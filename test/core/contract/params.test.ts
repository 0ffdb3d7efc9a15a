import fc from 'fast-check';
import type * as z from 'zod';
import { listedValues } from '../../../lambdas/core/contract/lists';
import { Addresses, Flag, Paging, pagingUpTo, TokenId } from '../../../lambdas/core/contract/schemas/params';

const messages = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ path, message }) => [...path, message].join(': '));
const address = (n: number) => `0x${n.toString(16).padStart(40, '0')}`;
const TOKEN_ID = 'must be a token ID: a whole number from 0 to 2^256 - 1 in decimal digits';

describe('a token id', () => {
  test('is every uint256, as text without leading zeros', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), (id) => {
        expect(TokenId.parse(`${id}`)).toBe(`${id}`);
        expect(TokenId.parse(`${id}`.padStart(78, '0'))).toBe(`${id}`);
      }),
      { examples: [[0n], [2n ** 256n - 1n]] },
    );
  });
  test.each([`${2n ** 256n}`, '9'.repeat(78), '0'.repeat(79), '', '-1', '0x7', '1e3', ' 7', '7:reindex'])(
    'is not %p',
    (text) => expect(messages(TokenId, text)).toEqual([TOKEN_ID]),
  );
});

describe('a flag', () => {
  test('is true or false', () => expect(['true', 'false'].map((text) => Flag.parse(text))).toEqual([true, false]));
  test.each(['', '1', 'yes', 'TRUE', 'true '])('is not %p', (text) =>
    expect(messages(Flag, text)).toEqual(['must be true or false']),
  );
  test('may have a default', () => expect(Flag.default(true).parse(undefined)).toBe(true));
});

describe('a list of addresses', () => {
  test('is lower-cased, each once, in the order given; spaces may follow the commas', () => {
    const [a, b] = [`0x${'AB'.repeat(20)}`, `0x${'cD'.repeat(20)}`];
    expect(Addresses.parse(listedValues([`${b}, ${a},${a.toLowerCase()}`]))).toEqual([
      b.toLowerCase(),
      a.toLowerCase(),
    ]);
  });
  test('names the place of a bad one', () => {
    const error = 'must be an address: 0x and 40 hexadecimal digits';
    expect(messages(Addresses, [address(1), '0x12'])).toEqual([`1: ${error}`]);
    expect(messages(Addresses, undefined)).toEqual(['is required']);
  });
  test('holds up to 100', () => {
    const list = (length: number) => Array.from({ length }, (_, n) => address(n));
    expect(Addresses.parse(list(100))).toHaveLength(100);
    expect(messages(Addresses, list(101))).toEqual(['must have at most 100 values']);
  });
});

describe('a page size of up to 500', () => {
  const { pageSize, pageToken } = pagingUpTo(500);
  test('is 10 by default', () => expect(pageSize.parse(undefined)).toBe(10));
  test.each([1, 101, 500])('may be %i', (n) => expect(pageSize.parse(`${n}`)).toBe(n));
  test.each([0, 501])('may not be %i', (n) =>
    expect(messages(pageSize, `${n}`)).toEqual(['must be a whole number from 1 to 500']),
  );
  test('can be combined with the usual page token', () => expect(pageToken).toBe(Paging.pageToken));
});
