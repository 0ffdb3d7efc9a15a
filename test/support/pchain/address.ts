import { bech32 } from '@scure/base';

/** An address of 20 bytes (0x and digits) as a chain (`P`, `X`) of a network with this prefix writes it. */
export const addressText = (address: string, prefix: string, chain = 'P'): string =>
  `${chain}-${bech32.encode(prefix, bech32.toWords(Buffer.from(address.slice(2), 'hex')))}`;
