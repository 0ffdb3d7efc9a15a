import type { TeleporterEventName } from '../contract/schemas';
import type { TeleporterEvent } from './events';

/** An event that webhooks report. */
export type WatchedEvent = Exclude<TeleporterEvent, { readonly name: 'AddFeeAmount' }>;

const NAMES: Readonly<Record<WatchedEvent['name'], TeleporterEventName>> = {
  SendCrossChainMessage: 'sent',
  ReceiveCrossChainMessage: 'delivered',
  MessageExecuted: 'executed',
  MessageExecutionFailed: 'failed',
  ReceiptReceived: 'receipt',
};

/** The event's name in webhooks. */
export const watchedName = ({ name }: WatchedEvent): TeleporterEventName => NAMES[name];
/** The events that webhooks report. */
export const watchedEvents = (events: readonly TeleporterEvent[]): WatchedEvent[] =>
  events.filter((event): event is WatchedEvent => event.name in NAMES);
