import type { MessageContents } from './message-contents';

/** What the sender of a message pays to whoever delivers it. */
export interface Fee {
  /** An ERC-20 contract on the source chain, in lower case; the zero address if nothing is paid. */
  readonly token: string;
  /** In the token's smallest unit, decimal. */
  readonly amount: string;
}

/** Where an event is, and its transaction. Hashes and addresses in lower case. */
interface LogPosition {
  /** The messenger that logged it. */
  readonly messenger: string;
  readonly network: 'mainnet' | 'testnet';
  /** EVM chain id. */
  readonly chainId: string;
  readonly blockNumber: number;
  readonly blockHash: string;
  /** Of the block, in Unix seconds. */
  readonly time: number;
  readonly txHash: string;
  /** Position in the block. */
  readonly logIndex: number;
  /** Gas that the whole transaction used, decimal; 0 where the node has lost the receipt. */
  readonly gasSpent: string;
}

/** Which message an event is about. Ids are 32 bytes with 0x, in lower case. */
interface About {
  readonly messageId: string;
  /** A blockchain id is not the EVM chain id: it names the chain in the Avalanche network. */
  readonly sourceBlockchainId: string;
  readonly destinationBlockchainId: string;
}

/** Of an event that has the whole message. */
interface Whole {
  readonly message: MessageContents;
  /**
   * Whether its id is that of the message. It is not if another contract has the messenger's address, or if the chain's
   * blockchain id is configured wrongly.
   */
  readonly hasOwnId: boolean;
}

/** On the source chain. A retried send logs it once more, with the same id and the fee as of then. */
interface Send extends About, Whole {
  readonly name: 'SendCrossChainMessage';
  readonly fee: Fee;
}

/** On the destination chain, once a message. */
interface Receive extends About, Whole {
  readonly name: 'ReceiveCrossChainMessage';
  readonly deliverer: string;
  /** Who may redeem the fee on the source chain. */
  readonly rewardRedeemer: string;
}

/**
 * On the destination chain: with the delivery, or later if its execution had failed. A failure's message is left out,
 * as the delivery in the same transaction has it.
 */
interface Execution extends About {
  readonly name: 'MessageExecuted' | 'MessageExecutionFailed';
}

/** On the source chain: a message of the opposite direction brought the receipt. */
interface ReceiptReceived extends About {
  readonly name: 'ReceiptReceived';
  /** Who earned the fee. */
  readonly relayerRewardAddress: string;
  readonly fee: Fee;
}

/** On the source chain: the fee was raised. It does not name the destination. */
interface FeeAdded extends Omit<About, 'destinationBlockchainId'> {
  readonly name: 'AddFeeAmount';
  /** The whole fee from now on. */
  readonly fee: Fee;
}

/** What a log of the messenger says, by the names of ICM's contracts. */
export type EventContents = Send | Receive | Execution | ReceiptReceived | FeeAdded;

/** One log of a messenger: a fact about a message, of one block. */
export type TeleporterEvent = LogPosition & EventContents;

/** An event that has the whole message. */
export type MessageEvent = Extract<TeleporterEvent, { readonly message: MessageContents }>;

/** Whether an event has the whole message. */
export const hasMessage = (event: TeleporterEvent): event is MessageEvent => 'message' in event;
