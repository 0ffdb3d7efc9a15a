import * as fc from 'fast-check';
import { getAddress } from 'viem/utils';
import { checksummed, richAddress } from '../../lambdas/api/views/address';

describe('addresses in answers', () => {
  test('are checksummed as EIP-55 says: viem is the oracle', () => {
    const bytes = fc
      .uint8Array({ minLength: 20, maxLength: 20 })
      .map((b) => `0x${Buffer.from(b).toString('hex')}` as const);
    void fc.assert(fc.property(bytes, (address) => expect(checksummed(address)).toBe(getAddress(address))));
  });
  test('none is the zero address', () => expect(richAddress(undefined)).toEqual({ address: `0x${'0'.repeat(40)}` }));
});
