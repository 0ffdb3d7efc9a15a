import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { addressesIn, toSet } from '../../../lambdas/webhooks/rows/address-set';
import { isPacked, packAddresses } from '../../../lambdas/webhooks/rows/packed-addresses';

/** Similar addresses: of few different bytes, including both ends of the range. */
const addressBytes = fc
  .array(fc.constantFrom(0x00, 0x01, 0x7f, 0x80, 0xfe, 0xff), { minLength: 20, maxLength: 20 })
  .map((all) => Uint8Array.from(all));
const ofOneByte = (byte: string) => `0x${byte.repeat(20)}`;

describe('packed addresses', () => {
  test('packed addresses are exactly those of a plain set, in any order', () => {
    const any = fc.oneof(addressBytes, fc.uint8Array({ minLength: 20, maxLength: 20 }));
    void fc.assert(
      fc.property(fc.array(any, { maxLength: 40 }), fc.array(any, { maxLength: 40 }), (all, others) => {
        const plain = new Set(addressesIn(all));
        const packed = packAddresses(toSet([...plain]));
        for (const address of [...plain, ...addressesIn(others), ofOneByte('00'), ofOneByte('ff')])
          expect([address, isPacked(packed, address)]).toEqual([address, plain.has(address)]);
      }),
      { numRuns: 300 },
    );
  });

  test('addresses at both ends of the byte range are found only if packed', () => {
    const ends = ['00', 'ff'].flatMap((first) => ['00', 'ff'].map((last) => `0x${first}${'11'.repeat(18)}${last}`));
    const all = [...ends, ofOneByte('00'), ofOneByte('ff')];
    for (const [i, address] of all.entries()) {
      const without = all.toSpliced(i, 1);
      expect(isPacked(packAddresses(toSet(all)), address)).toBe(true);
      expect(isPacked(packAddresses(toSet(without)), address)).toBe(false);
    }
    expect(isPacked(packAddresses([]), ofOneByte('00'))).toBe(false);
  });

  test('addresses of a full shard take 20 bytes each', () => {
    // A 256th of 3.8 million.
    const shard = Array.from({ length: 14_844 }, (_, i) => createHash('sha1').update(String(i)).digest());
    const { buffer } = packAddresses(shard);
    expect(buffer.byteLength).toBe(20 * shard.length);
    // All shards of a chain must fit into a function of 512 MB.
    expect(256 * buffer.byteLength).toBeLessThan(80e6);
  });
});
