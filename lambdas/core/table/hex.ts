export const toHex = (bytes: Uint8Array): `0x${string}` => `0x${Buffer.from(bytes).toString('hex')}`;
export const hexToBytes = (hex: string): Uint8Array => Buffer.from(hex.slice(2), 'hex');
