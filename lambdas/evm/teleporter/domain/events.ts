import type { MessageContents } from './message-contents';

export interface Fee {
  /** On the source chain, in lower case; the zero address if there is no fee. */
  readonly token: string;
  readonly amount: string; // in the token's smallest unit, decimal
}

/** Hashes and addresses in lower case. */
interface LogPosition {
  readonly messenger: string;
  readonly network: 'mainnet' | 'testnet';
  readonly chainId: string; // EVM chain id
  readonly blockNumber: number;
  readonly blockHash: string;
  readonly time: number; // Unix seconds
  readonly txHash: string;
  readonly logIndex: number;
  /** Of the whole transaction, decimal; 0 if the node lost the receipt. */
  readonly gasSpent: string;
}

/** 32 bytes with 0x, in lower case. */
interface About {
  readonly messageId: string;
  readonly sourceBlockchainId: string; // not the EVM chain id
  readonly destinationBlockchainId: string;
}

interface Whole {
  readonly message: MessageContents;
  /** False for a foreign contract at the messenger's address, or a wrong `blockchainId`. */
  readonly hasOwnId: boolean;
}

/** On the source chain. A retry emits it again, with the same id and the current fee. */
interface Send extends About, Whole {
  readonly name: 'SendCrossChainMessage';
  readonly fee: Fee;
}

/** On the destination chain, once per message. */
interface Receive extends About, Whole {
  readonly name: 'ReceiveCrossChainMessage';
  readonly deliverer: string;
  readonly rewardRedeemer: string;
}

/** On the destination chain: with the delivery, or later if execution failed at first. */
interface Execution extends About {
  readonly name: 'MessageExecuted' | 'MessageExecutionFailed';
}

/** On the source chain, when a message of the opposite direction brings the receipt. */
interface ReceiptReceived extends About {
  readonly name: 'ReceiptReceived';
  readonly relayerRewardAddress: string;
  readonly fee: Fee;
}

/** On the source chain when the fee is raised. Does not name the destination. */
interface FeeAdded extends Omit<About, 'destinationBlockchainId'> {
  readonly name: 'AddFeeAmount';
  readonly fee: Fee; // the new total
}

export type EventContents = Send | Receive | Execution | ReceiptReceived | FeeAdded;

export type TeleporterEvent = LogPosition & EventContents;

export type MessageEvent = Extract<TeleporterEvent, { readonly message: MessageContents }>;

export const hasMessage = (event: TeleporterEvent): event is MessageEvent => 'message' in event;
