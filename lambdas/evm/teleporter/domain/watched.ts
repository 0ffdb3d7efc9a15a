import type { TeleporterEventName } from '../contract/schemas';
import type { TeleporterEvent } from './events';

export type WatchedEvent = Exclude<TeleporterEvent, { readonly name: 'AddFeeAmount' }>;

const NAMES: Readonly<Record<WatchedEvent['name'], TeleporterEventName>> = {
  SendCrossChainMessage: 'sent',
  ReceiveCrossChainMessage: 'delivered',
  MessageExecuted: 'executed',
  MessageExecutionFailed: 'failed',
  ReceiptReceived: 'receipt',
};

export const watchedName = ({ name }: WatchedEvent): TeleporterEventName => NAMES[name];
export const watchedEvents = (events: readonly TeleporterEvent[]): WatchedEvent[] =>
  events.filter((event): event is WatchedEvent => event.name in NAMES);
