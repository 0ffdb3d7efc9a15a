import { bech32 } from '@scure/base';

const ADDRESS_BYTES = 20;

export const addressText = (address: string, hrp: string): string =>
  bech32.encode(hrp, bech32.toWords(Buffer.from(address.slice(2), 'hex')));

/** `avax1…` or `P-avax1…` to lower-case hex; undefined if it is not a P-Chain address. */
export function getAddress(text: string, hrp: string): `0x${string}` | 'other network' | undefined {
  const read = readAddress(text);
  if (!read) return undefined;
  return read.hrp === hrp ? read.address : 'other network';
}

export function readAddress(text: string): { readonly hrp: string; readonly address: `0x${string}` } | undefined {
  const decoded = bech32.decodeUnsafe(text.replace(/^P-/, ''));
  const bytes = decoded && bech32.fromWordsUnsafe(decoded.words);
  if (!decoded || bytes?.length !== ADDRESS_BYTES) return undefined;
  return { hrp: decoded.prefix, address: `0x${Buffer.from(bytes).toString('hex')}` };
}
