import * as z from 'zod';
import { TELEPORTER_EVENTS } from '../../../evm/teleporter/contract/schemas';
import { type WatchedEvent, watchedName } from '../../../evm/teleporter/domain/watched';
import type { WebhookRecord } from '../../domain/webhook';

/** Blockchain IDs are lower-case hex with 0x. Absent fields match everything. */
const Settings = z.object({
  /** Messages of any party: the webhook has no addresses and cannot get any. */
  anybody: z.literal(true).optional(),
  events: z.array(z.enum(TELEPORTER_EVENTS)).optional(),
  sources: z.array(z.string()).optional(),
  destinations: z.array(z.string()).optional(),
});
export type MessageSettings = z.infer<typeof Settings>;

export const getSettings = ({ settings = {} }: Pick<WebhookRecord, 'settings'>): MessageSettings =>
  Settings.parse(settings);

/** Regardless of the parties. */
export const isAskedFor = ({ events, sources, destinations }: MessageSettings, event: WatchedEvent): boolean =>
  (events?.includes(watchedName(event)) ?? true) &&
  (sources?.includes(event.sourceBlockchainId) ?? true) &&
  (destinations?.includes(event.destinationBlockchainId) ?? true);
