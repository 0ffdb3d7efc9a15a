import { bech32 } from '@scure/base';
import * as fc from 'fast-check';
import { addressText, getAddress } from '../../../lambdas/pchain/domain/bech32-address';
import { addressText as withChain } from '../../support/pchain/address';

/** The address of the key that every local network prefunds. */
const EWOQ = '18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u';

describe('P-Chain addresses', () => {
  test('an address is written without the chain prefix and read with or without it', () => {
    const address = getAddress(`P-local${EWOQ}`, 'local');
    expect(address).toBe('0x3cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c');
    expect(addressText(String(address), 'local')).toBe(`local${EWOQ}`);
    expect(getAddress(`local${EWOQ}`, 'local')).toBe(address);
  });
  test('any address survives a round trip through text', () =>
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), (bytes) => {
        const address = `0x${Buffer.from(bytes).toString('hex')}`;
        expect(`P-${addressText(address, 'avax')}`).toBe(withChain(address, 'avax'));
        expect(getAddress(withChain(address, 'avax'), 'avax')).toBe(address);
      }),
    ));
  test('an address of another network is recognized as such', () => {
    expect(getAddress(`P-local${EWOQ}`, 'fuji')).toBe('other network');
  });
  test.each([
    ['an address with a wrong checksum', `local${EWOQ.slice(0, -1)}v`],
    ['an address of another chain', `X-local${EWOQ}`],
    ['an address of 32 bytes', bech32.encode('local', bech32.toWords(Buffer.alloc(32)))],
    ['a C-Chain address', '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'],
    ['empty text', ''],
  ])('%s is rejected', (_, text) => expect(getAddress(text, 'local')).toBeUndefined());
});
