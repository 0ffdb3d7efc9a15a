import * as fc from 'fast-check';
import { ApiError } from '../../../lambdas/core/contract/errors';
import { getPage } from '../../../lambdas/core/http/page';

const query = (id = 'listThings', chainId = '1', status?: string) => [id, { chainId }, status ? { status } : {}];
const position = { after: '0000000005#00001', items: ['0000000005#00000', null], density: 4.2 };
const getToken = (asked: readonly unknown[], cut: number | string = 9): string =>
  getPage(asked, 10, undefined).token(position, cut).nextPageToken ?? '';
const getMessage = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    if (error instanceof ApiError && error.statusCode === 400) return error.message;
    throw error;
  }
  return 'taken';
};
const GARBAGE = 'pageToken: must be a nextPageToken of this endpoint';
const FOREIGN = 'pageToken: does not match this query; resend the original parameters or omit it';
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a page token', () => {
  test.each([
    ['another endpoint', query('listOthers')],
    ['another path parameter', query('listThings', '2')],
    ['another filter', query('listThings', '1', 'failed')],
  ])('a page token is rejected for %s', (_, other) => {
    expect(getMessage(() => getPage(other, 10, getToken(query())))).toBe(FOREIGN);
  });
  test('a page token is accepted with another page size', () => {
    expect(getPage(query(), 99, getToken(query()))).toMatchObject({ size: 99, cut: 9, from: position });
  });
  test.each([undefined, ''])('the token %j starts at the first page', (token) => {
    const { size, cut, from } = getPage(query(), 10, token);
    expect([size, cut, from]).toEqual([10, undefined, undefined]);
  });
  test('the last page has no token', () => {
    expect(getPage(query(), 10, undefined).token(undefined, 9)).toEqual({});
  });
  test.each([
    ['invalid base64', '!!!'],
    ['invalid JSON', Buffer.from('hello').toString('base64url')],
    ['another version', encoded([2, 'x', 1, 'a', 1, []])],
    ['a missing part', encoded([1, 'x', 1, 'a', 1])],
    ['a density below one row an item', encoded([1, 'x', 1, 'a', 0, []])],
    ['more lists than any endpoint has', encoded([1, 'x', 1, 'a', 1, Array(6).fill('a')])],
    ['a position that is not a key', encoded([1, 'x', 1, 'é', 1, []])],
    ['an empty position', encoded([1, 'x', 1, '', 1, []])],
    ['an item that is not a key', encoded([1, 'x', 1, 'a', 1, ['\u{10000}']])],
    ['an end that is not a key', encoded([1, 'x', '\uffff', 'a', 1, []])],
    ['an object instead of a list', encoded({ after: 'a' })],
  ])('a page token with %s is rejected', (_, token) =>
    expect(getMessage(() => getPage(query(), 10, token))).toBe(GARBAGE),
  );
  test('a truncated page token is rejected at any length', () => {
    const token = getToken(query());
    for (let length = 1; length < token.length; length++)
      expect(getMessage(() => getPage(query(), 10, token.slice(0, length)))).toBe(GARBAGE);
  });

  test('arbitrary text is rejected as a page token', () => {
    void fc.assert(
      fc.property(fc.string({ minLength: 1 }), (token) =>
        expect(getMessage(() => getPage(query(), 10, token))).toBe(GARBAGE),
      ),
    );
  });
  test('a page token round-trips position and cut exactly, and the density to a tenth', () => {
    const text = fc.stringMatching(/^[0-9a-zA-Z#!~]{1,60}$/);
    const positions = fc.record({
      after: text,
      items: fc.array(fc.option(text), { maxLength: 4 }),
      density: fc.integer({ min: 10, max: 1_000 }).map((tenths) => tenths / 10),
    });
    void fc.assert(
      fc.property(positions, fc.oneof(fc.nat(), text), (from, cut) => {
        const { nextPageToken } = getPage(query(), 10, undefined).token(from, cut);
        expect(getPage(query(), 10, nextPageToken)).toMatchObject({ cut, from });
      }),
    );
  });
  test('a page token with the widest keys of two lists fits into 512 characters', () => {
    const widest = `${'9'.repeat(10)}#${'9'.repeat(20)}#${'9'.repeat(10)}#99999`;
    const { nextPageToken = '' } = getPage(query(), 10, undefined).token(
      { after: widest, items: [widest, widest], density: 99.9 },
      `${widest}~`,
    );
    expect(nextPageToken.length).toBeGreaterThan(0);
    expect(nextPageToken.length).toBeLessThanOrEqual(512);
  });
});
