import { bech32 } from '@scure/base';

const ADDRESS_BYTES = 20;

/** Bech32 of a 20-byte address (0x-prefixed hex), without chain prefix. `hrp`: human-readable part of the network. */
export const addressText = (address: string, hrp: string): string =>
  bech32.encode(hrp, bech32.toWords(Buffer.from(address.slice(2), 'hex')));

/**
 * The 20 bytes of `avax1…` or `P-avax1…` as 0x-prefixed lower-case hex; undefined if the text is not a P-Chain address.
 */
export function getAddress(text: string, hrp: string): `0x${string}` | 'other network' | undefined {
  const read = readAddress(text);
  if (!read) return undefined;
  return read.hrp === hrp ? read.address : 'other network';
}

/** Like `getAddress`, for any network. */
export function readAddress(text: string): { readonly hrp: string; readonly address: `0x${string}` } | undefined {
  const decoded = bech32.decodeUnsafe(text.replace(/^P-/, ''));
  const bytes = decoded && bech32.fromWordsUnsafe(decoded.words);
  if (!decoded || bytes?.length !== ADDRESS_BYTES) return undefined;
  return { hrp: decoded.prefix, address: `0x${Buffer.from(bytes).toString('hex')}` };
}
