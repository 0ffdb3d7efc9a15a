import type { TeleporterEventName } from '../contract/schemas';
import type { TeleporterEvent } from './events';

/** An event of which webhooks tell. */
export type WatchedEvent = Exclude<TeleporterEvent, { readonly name: 'AddFeeAmount' }>;

const NAMES: Readonly<Record<WatchedEvent['name'], TeleporterEventName>> = {
  SendCrossChainMessage: 'sent',
  ReceiveCrossChainMessage: 'delivered',
  MessageExecuted: 'executed',
  MessageExecutionFailed: 'failed',
  ReceiptReceived: 'receipt',
};

/** An event's name as webhooks have it. */
export const watchedName = ({ name }: WatchedEvent): TeleporterEventName => NAMES[name];
/** The events of which webhooks tell. */
export const watchedEvents = (events: readonly TeleporterEvent[]): WatchedEvent[] =>
  events.filter((event): event is WatchedEvent => event.name in NAMES);
