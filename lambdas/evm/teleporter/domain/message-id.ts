import { encodeAbiParameters, keccak256, parseAbiParameters } from 'viem/utils';

const PARTS = parseAbiParameters('address, bytes32, bytes32, uint256');

/**
 * The id of a message: keccak-256 of `abi.encode(messenger, source, destination, nonce)`, as the messenger's
 * `calculateMessageID` computes it. `nonce` is decimal and below 2^256; the rest are hexadecimal with 0x, of full length.
 */
export const toMessageId = (
  messenger: string,
  sourceBlockchainId: string,
  destinationBlockchainId: string,
  nonce: string,
): string =>
  keccak256(
    encodeAbiParameters(PARTS, [
      messenger as `0x${string}`,
      sourceBlockchainId as `0x${string}`,
      destinationBlockchainId as `0x${string}`,
      BigInt(nonce),
    ]),
  );
