import { hasMessage, type TeleporterEvent } from './events';

/** What a transaction has to do with a message. Ids in lower-case hexadecimal with 0x. */
export interface TransactionMessage {
  readonly messageId: string;
  /** Which of the message's two chains the transaction is on. */
  readonly side: 'source' | 'destination';
  readonly sourceBlockchainId: string;
  /** Absent where the transaction does not tell it. */
  readonly destinationBlockchainId?: string;
}

/** Events that are logged on the source chain of their message. */
const AT_SOURCE: readonly TeleporterEvent['name'][] = ['SendCrossChainMessage', 'ReceiptReceived', 'AddFeeAmount'];

/**
 * The message of a transaction: the first that it sends or delivers, else the first that it has another event of.
 * `events`: the transaction's own, in their order; undefined if there are none.
 */
export function messageOfTransaction(events: readonly TeleporterEvent[]): TransactionMessage | undefined {
  const event = events.find(hasMessage) ?? events[0];
  if (!event) return undefined;
  const { messageId, sourceBlockchainId } = event;
  return {
    messageId,
    sourceBlockchainId,
    side: AT_SOURCE.includes(event.name) ? 'source' : 'destination',
    ...('destinationBlockchainId' in event ? { destinationBlockchainId: event.destinationBlockchainId } : {}),
  };
}
