import type { Hex } from '../../domain/rpc';

/** Acknowledges a message of the opposite direction, so that its relayer can be paid. */
interface Receipt {
  /** Decimal. */
  readonly receivedMessageNonce: string;
  readonly relayerRewardAddress: string;
}

/**
 * ICM's struct `TeleporterMessage` without the destination blockchain, which the events repeat. Addresses in lower
 * case. A message sent only to deliver receipts has the zero address as `to` and no data.
 */
export interface MessageContents {
  /** Decimal. Counts all messages of the sending messenger. */
  readonly nonce: string;
  /** `originSenderAddress`: caller of the messenger on the source chain. */
  readonly from: string;
  /** `destinationAddress`: contract called by the messenger on the destination chain. */
  readonly to: string;
  /** Gas for the execution, decimal. */
  readonly requiredGasLimit: string;
  /** Empty if anybody may deliver the message. */
  readonly allowedRelayers: readonly string[];
  readonly receipts: readonly Receipt[];
  /** Call data for `to`. */
  readonly data: Hex;
}

/** ICM's structs of a message, for `parseAbiParameters`. */
export const MESSAGE_STRUCTS = [
  'struct Receipt { uint256 receivedMessageNonce; address relayerRewardAddress; }',
  'struct Message { uint256 messageNonce; address originSenderAddress; bytes32 destinationBlockchainID; address destinationAddress; uint256 requiredGasLimit; address[] allowedRelayerAddresses; Receipt[] receipts; bytes message; }',
] as const;

/** The struct as viem decodes it. */
interface DecodedMessage {
  readonly messageNonce: bigint;
  readonly originSenderAddress: string;
  readonly destinationAddress: string;
  readonly requiredGasLimit: bigint;
  readonly allowedRelayerAddresses: readonly string[];
  readonly receipts: readonly { readonly receivedMessageNonce: bigint; readonly relayerRewardAddress: string }[];
  readonly message: Hex;
}

/** The contents of a decoded message. */
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
