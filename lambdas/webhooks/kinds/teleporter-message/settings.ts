import * as z from 'zod';
import { TELEPORTER_EVENTS } from '../../../evm/teleporter/contract/schemas';
import { type WatchedEvent, watchedName } from '../../../evm/teleporter/domain/watched';
import type { WebhookRecord } from '../../domain/webhook';

/** What a webhook keeps beside its addresses. Blockchain ids in lower-case hexadecimal with 0x. Absent: any. */
const Settings = z.object({
  /** It watches messages of anybody: it has no addresses, and never gets any. */
  anybody: z.literal(true).optional(),
  events: z.array(z.enum(TELEPORTER_EVENTS)).optional(),
  sources: z.array(z.string()).optional(),
  destinations: z.array(z.string()).optional(),
});
/** What a webhook keeps beside its addresses. */
export type MessageSettings = z.infer<typeof Settings>;

/** The settings of a webhook of this kind. Throws if they are not. */
export const getSettings = ({ settings = {} }: Pick<WebhookRecord, 'settings'>): MessageSettings =>
  Settings.parse(settings);

/** Whether a webhook asks for an event, whoever sent or received its message. */
export const isAskedFor = ({ events, sources, destinations }: MessageSettings, event: WatchedEvent): boolean =>
  (events?.includes(watchedName(event)) ?? true) &&
  (sources?.includes(event.sourceBlockchainId) ?? true) &&
  (destinations?.includes(event.destinationBlockchainId) ?? true);
