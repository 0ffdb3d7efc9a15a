/** keccak-256. Handed in, as domain code has no libraries. */
export type Keccak256 = (bytes: Uint8Array) => Uint8Array;

/**
 * The id of a message: keccak-256 of `abi.encode(messenger, source, destination, nonce)`, as the messenger's
 * `calculateMessageID` makes it. `nonce` is decimal and below 2^256; the rest are hexadecimal with 0x, of full length.
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
