import type { Hex } from '../../domain/rpc';
import type { AbiData } from './abi-data';

/** The acknowledgement of a message of the opposite direction: who is to be paid for having delivered it. */
interface Receipt {
  /** Decimal. */
  readonly receivedMessageNonce: string;
  readonly relayerRewardAddress: string;
}

/**
 * What ICM's struct `TeleporterMessage` says, without its destination's blockchain, which the events repeat. Addresses
 * in lower case. A message of specified receipts has the zero address as `to`, and no data.
 */
export interface MessageContents {
  /** Decimal; counted by the sending messenger over all of its messages. */
  readonly nonce: string;
  /** `originSenderAddress`: who called the messenger on the source chain. */
  readonly from: string;
  /** `destinationAddress`: whom the messenger calls on the destination chain. */
  readonly to: string;
  /** Gas for the execution, decimal. */
  readonly requiredGasLimit: string;
  /** Empty: anybody may deliver it. */
  readonly allowedRelayers: readonly string[];
  readonly receipts: readonly Receipt[];
  /** The bytes that `to` is called with. */
  readonly data: Hex;
}

/**
 * The message that the offset in a word leads to; undefined if the data has none there. Its head is eight words, of
 * which the last three are offsets from its start: where they can be followed, the whole head is within the data.
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
