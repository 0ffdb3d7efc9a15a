import { bech32 } from '@scure/base';

const ADDRESS_BYTES = 20;

/** An address of 20 bytes (0x and digits) in bech32, without the letter of a chain. `hrp` says of which network it is. */
export const addressText = (address: string, hrp: string): string =>
  bech32.encode(hrp, bech32.toWords(Buffer.from(address.slice(2), 'hex')));

/**
 * The 20 bytes of `avax1…` or `P-avax1…` as 0x and lower-case hexadecimal digits; undefined if the text is no address of
 * the P-chain.
 */
export function addressOf(text: string, hrp: string): `0x${string}` | 'other network' | undefined {
  const decoded = bech32.decodeUnsafe(text.replace(/^P-/, ''));
  const bytes = decoded && bech32.fromWordsUnsafe(decoded.words);
  if (bytes?.length !== ADDRESS_BYTES) return undefined;
  return decoded?.prefix === hrp ? `0x${Buffer.from(bytes).toString('hex')}` : 'other network';
}
