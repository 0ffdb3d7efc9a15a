import type { Hex } from '../../domain/rpc';

/** Acknowledges a message of the opposite direction, so that its relayer can be paid. */
interface Receipt {
  readonly receivedMessageNonce: string; // decimal
  readonly relayerRewardAddress: string;
}

/**
 * ICM's struct `TeleporterMessage`. Addresses in lower case. One sent only to deliver receipts has
 * the zero address as `to` and no data.
 */
export interface MessageContents {
  readonly nonce: string; // decimal; counts all messages of the sending messenger
  readonly from: string; // `originSenderAddress`: calls the messenger
  readonly to: string; // `destinationAddress`: called by the messenger
  readonly requiredGasLimit: string; // decimal
  /** Empty if anybody may deliver the message. */
  readonly allowedRelayers: readonly string[];
  readonly receipts: readonly Receipt[];
  readonly data: Hex; // for the call of `to`
}

export const MESSAGE_STRUCTS = [
  'struct Receipt { uint256 receivedMessageNonce; address relayerRewardAddress; }',
  'struct Message { uint256 messageNonce; address originSenderAddress; bytes32 destinationBlockchainID; address destinationAddress; uint256 requiredGasLimit; address[] allowedRelayerAddresses; Receipt[] receipts; bytes message; }',
] as const;

interface DecodedMessage {
  readonly messageNonce: bigint;
  readonly originSenderAddress: string;
  readonly destinationAddress: string;
  readonly requiredGasLimit: bigint;
  readonly allowedRelayerAddresses: readonly string[];
  readonly receipts: readonly { readonly receivedMessageNonce: bigint; readonly relayerRewardAddress: string }[];
  readonly message: Hex;
}

export const toMessageContents = (decoded: DecodedMessage): MessageContents => ({
  nonce: String(decoded.messageNonce),
  from: decoded.originSenderAddress.toLowerCase(),
  to: decoded.destinationAddress.toLowerCase(),
  requiredGasLimit: String(decoded.requiredGasLimit),
  allowedRelayers: decoded.allowedRelayerAddresses.map((address) => address.toLowerCase()),
  receipts: decoded.receipts.map(({ receivedMessageNonce, relayerRewardAddress }) => ({
    receivedMessageNonce: String(receivedMessageNonce),
    relayerRewardAddress: relayerRewardAddress.toLowerCase(),
  })),
  data: decoded.message,
});
