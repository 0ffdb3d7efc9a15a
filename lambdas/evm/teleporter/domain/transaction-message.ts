import { hasMessage, type TeleporterEvent } from './events';

/** The message that a transaction relates to. Ids in lower-case hexadecimal with 0x. */
export interface TransactionMessage {
  readonly messageId: string;
  /** The chain of the transaction: the message's source or destination. */
  readonly side: 'source' | 'destination';
  readonly sourceBlockchainId: string;
  /** Absent if the transaction's event does not name it. */
  readonly destinationBlockchainId?: string;
}

const AT_SOURCE: readonly TeleporterEvent['name'][] = ['SendCrossChainMessage', 'ReceiptReceived', 'AddFeeAmount'];

/**
 * Picks the message of a transaction: the first it sends or delivers, else the first of its other events. `events`: of
 * this transaction only, in log order. Returns undefined if there are no events.
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
