import { hasMessage, type TeleporterEvent } from './events';

/** Ids in lower-case hexadecimal with 0x. */
export interface TransactionMessage {
  readonly messageId: string;
  readonly side: 'source' | 'destination'; // of the transaction
  readonly sourceBlockchainId: string;
  /** Absent if the transaction's event does not name it. */
  readonly destinationBlockchainId?: string;
}

const AT_SOURCE: readonly TeleporterEvent['name'][] = ['SendCrossChainMessage', 'ReceiptReceived', 'AddFeeAmount'];

/** The first message sent or delivered, else of any event. `events`: of one transaction. */
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
