import { bech32 } from '@scure/base';

/** `address`: 20 bytes (0x and digits); `prefix`: of the network. */
export const addressText = (address: string, prefix: string, chain = 'P'): string =>
  `${chain}-${bech32.encode(prefix, bech32.toWords(Buffer.from(address.slice(2), 'hex')))}`;
