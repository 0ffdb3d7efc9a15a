import { encodeAbiParameters, keccak256, parseAbiParameters } from 'viem/utils';

const PARTS = parseAbiParameters('address, bytes32, bytes32, uint256');

/** As the messenger's `calculateMessageID`. `nonce`: decimal, below 2^256; ids of full length. */
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
