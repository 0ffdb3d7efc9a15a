import type { Hex } from '../../domain/rpc';
import type { AbiData } from './abi-data';

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

/**
 * Decodes the message at the offset in a word; undefined if malformed. The head has eight words, the last three being
 * offsets from its start: if these can be followed, the whole head is within the data.
 */
export function messageAt(data: AbiData, position: number): MessageContents | undefined {
  const start = data.target(position, 0);
  if (start === undefined) return undefined;
  const relayers = data.elements(start + 160, start, 32);
  const receipts = data.elements(start + 192, start, 64);
  const bytes = data.elements(start + 224, start, 1);
  if (!relayers || !receipts || !bytes) return undefined;
  return {
    nonce: data.decimal(start),
    from: data.address(start + 32),
    to: data.address(start + 96),
    requiredGasLimit: data.decimal(start + 128),
    allowedRelayers: Array.from({ length: relayers.count }, (_, i) => data.address(relayers.start + i * 32)),
    receipts: Array.from({ length: receipts.count }, (_, i) => ({
      receivedMessageNonce: data.decimal(receipts.start + i * 64),
      relayerRewardAddress: data.address(receipts.start + i * 64 + 32),
    })),
    data: data.hex(bytes.start, bytes.count),
  };
}
