import fc from 'fast-check';
import type * as z from 'zod';
import { listedValues } from '../../../lambdas/core/contract/lists';
import { Addresses, Flag, Paging, pagingUpTo, TokenId } from '../../../lambdas/core/contract/schemas/params';

const messages = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ path, message }) => [...path, message].join(': '));
const address = (n: number) => `0x${n.toString(16).padStart(40, '0')}`;
const TOKEN_ID = 'must be a token ID: a whole number from 0 to 2^256 - 1 in decimal digits';

describe('a token ID', () => {
  test('a token ID is any uint256, stripped of leading zeros', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), (id) => {
        expect(TokenId.parse(`${id}`)).toBe(`${id}`);
        expect(TokenId.parse(`${id}`.padStart(78, '0'))).toBe(`${id}`);
      }),
      { examples: [[0n], [2n ** 256n - 1n]] },
    );
  });
  test.each([`${2n ** 256n}`, '9'.repeat(78), '0'.repeat(79), '', '-1', '0x7', '1e3', ' 7', '7:reindex'])(
    'the text %p is not a token ID',
    (text) => expect(messages(TokenId, text)).toEqual([TOKEN_ID]),
  );
});

describe('a flag', () => {
  test('a flag parses true and false', () =>
    expect(['true', 'false'].map((text) => Flag.parse(text))).toEqual([true, false]));
  test.each(['', '1', 'yes', 'TRUE', 'true '])('the text %p is not a flag', (text) =>
    expect(messages(Flag, text)).toEqual(['must be true or false']),
  );
  test('a flag may have a default', () => expect(Flag.default(true).parse(undefined)).toBe(true));
});

describe('a list of addresses', () => {
  test('a list of addresses is lower-cased and deduplicated in order, and spaces may follow commas', () => {
    const [a, b] = [`0x${'AB'.repeat(20)}`, `0x${'cD'.repeat(20)}`];
    expect(Addresses.parse(listedValues([`${b}, ${a},${a.toLowerCase()}`]))).toEqual([
      b.toLowerCase(),
      a.toLowerCase(),
    ]);
  });
  test('an invalid address is reported with its index', () => {
    const error = 'must be an address: 0x and 40 hexadecimal digits';
    expect(messages(Addresses, [address(1), '0x12'])).toEqual([`1: ${error}`]);
    expect(messages(Addresses, undefined)).toEqual(['is required']);
  });
  test('a list has at most 100 addresses', () => {
    const list = (length: number) => Array.from({ length }, (_, n) => address(n));
    expect(Addresses.parse(list(100))).toHaveLength(100);
    expect(messages(Addresses, list(101))).toEqual(['must have at most 100 values']);
  });
});

describe('a page size of up to 500', () => {
  const { pageSize, pageToken } = pagingUpTo(500);
  test('the page size is 10 by default', () => expect(pageSize.parse(undefined)).toBe(10));
  test.each([1, 101, 500])('the page size may be %i', (n) => expect(pageSize.parse(`${n}`)).toBe(n));
  test.each([0, 501])('the page size may not be %i', (n) =>
    expect(messages(pageSize, `${n}`)).toEqual(['must be a whole number from 1 to 500']),
  );
  test('the page size is combined with the usual page token', () => expect(pageToken).toBe(Paging.pageToken));
});
