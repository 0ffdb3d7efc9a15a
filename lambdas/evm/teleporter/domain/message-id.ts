/** keccak-256, injected because domain code has no dependencies. */
export type Keccak256 = (bytes: Uint8Array) => Uint8Array;

/**
 * The id of a message, as in the messenger's `calculateMessageID`: keccak-256 of `abi.encode(messenger, source,
 * destination, nonce)`. `nonce` is decimal and below 2^256; the rest are full-length hexadecimal with 0x.
 */
export function toMessageId(
  keccak256: Keccak256,
  messenger: string,
  sourceBlockchainId: string,
  destinationBlockchainId: string,
  nonce: string,
): string {
  const words = [messenger, sourceBlockchainId, destinationBlockchainId, `0x${BigInt(nonce).toString(16)}`];
  const encoded = words.map((word) => word.slice(2).padStart(64, '0')).join('');
  return `0x${Buffer.from(keccak256(Buffer.from(encoded, 'hex'))).toString('hex')}`;
}
