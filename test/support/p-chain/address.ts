import { bech32 } from '@scure/base';

/** An address of 20 bytes (0x and digits) as the P-chain writes it. */
export const addressText = (address: string, prefix: string): string =>
  `P-${bech32.encode(prefix, bech32.toWords(Buffer.from(address.slice(2), 'hex')))}`;
