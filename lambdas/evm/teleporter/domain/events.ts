import type { MessageContents } from './message-contents';

/** The sender's payment to the relayer of a message. */
export interface Fee {
  /** ERC-20 contract on the source chain, in lower case; the zero address if there is no fee. */
  readonly token: string;
  /** In the token's smallest unit, decimal. */
  readonly amount: string;
}

/** Position of an event, and its transaction. Hashes and addresses in lower case. */
interface LogPosition {
  readonly messenger: string;
  readonly network: 'mainnet' | 'testnet';
  /** EVM chain id. */
  readonly chainId: string;
  readonly blockNumber: number;
  readonly blockHash: string;
  /** Block time, Unix seconds. */
  readonly time: number;
  readonly txHash: string;
  readonly logIndex: number;
  /** Gas used by the whole transaction, decimal; 0 if the node lost the receipt. */
  readonly gasSpent: string;
}

/** Ids of the message: 32 bytes with 0x, in lower case. */
interface About {
  readonly messageId: string;
  /** Identifies a chain in the Avalanche network. Not the EVM chain id. */
  readonly sourceBlockchainId: string;
  readonly destinationBlockchainId: string;
}

interface Whole {
  readonly message: MessageContents;
  /**
   * Whether `messageId` is the hash of this message. False if another contract has the messenger's address, or if the
   * chain's blockchain id is wrong in the configuration.
   */
  readonly hasOwnId: boolean;
}

/** Emitted on the source chain. A retried send emits it again, with the same id and the current fee. */
interface Send extends About, Whole {
  readonly name: 'SendCrossChainMessage';
  readonly fee: Fee;
}

/** Emitted on the destination chain, once per message. */
interface Receive extends About, Whole {
  readonly name: 'ReceiveCrossChainMessage';
  readonly deliverer: string;
  /** Address that may redeem the fee on the source chain. */
  readonly rewardRedeemer: string;
}

/**
 * Emitted on the destination chain: with the delivery, or later if execution failed at first. The message in a failure
 * is omitted, as the delivery in the same transaction has it.
 */
interface Execution extends About {
  readonly name: 'MessageExecuted' | 'MessageExecutionFailed';
}

/** Emitted on the source chain, when a message of the opposite direction brings the receipt. */
interface ReceiptReceived extends About {
  readonly name: 'ReceiptReceived';
  /** Address that earned the fee. */
  readonly relayerRewardAddress: string;
  readonly fee: Fee;
}

/** Emitted on the source chain when the fee is raised. Does not name the destination. */
interface FeeAdded extends Omit<About, 'destinationBlockchainId'> {
  readonly name: 'AddFeeAmount';
  /** The new total fee. */
  readonly fee: Fee;
}

export type EventContents = Send | Receive | Execution | ReceiptReceived | FeeAdded;

export type TeleporterEvent = LogPosition & EventContents;

export type MessageEvent = Extract<TeleporterEvent, { readonly message: MessageContents }>;

export const hasMessage = (event: TeleporterEvent): event is MessageEvent => 'message' in event;
