import * as fc from 'fast-check';
import { idOfCb58, toCb58 } from '../../../lambdas/core/domain/cb58';

describe('IDs in cb58', () => {
  test.each([
    [
      'the mainnet C-Chain',
      '0x0427d4b22a2a78bcddd456742caf91b56badbff985ee19aef14573e7343fd652',
      '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5',
    ],
    ['the P-Chain', `0x${'0'.repeat(64)}`, '11111111111111111111111111111111LpoYY'],
  ])('the ID of %s is converted to and from cb58', (_, id, text) => {
    expect([toCb58(id), idOfCb58(text)]).toEqual([text, id]);
  });
  test('any 32 bytes round-trip through cb58', () =>
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        const id = `0x${Buffer.from(bytes).toString('hex')}`;
        expect(idOfCb58(toCb58(id))).toBe(id);
      }),
    ));
  test.each([
    ['a wrong checksum', '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q6'],
    ['a character outside base58', '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q0'],
    ['a length of 20 bytes', toCb58(`0x${'ab'.repeat(20)}`)],
    ['a length of 33 bytes', toCb58(`0x${'ab'.repeat(33)}`)],
    ['an empty string', ''],
  ])('invalid cb58 is rejected: %s', (_, text) => expect(idOfCb58(text)).toBeUndefined());
});
