import * as z from 'zod';
import type { WebhookRecord } from '../../domain/webhook';
import { AddressSubEvent, ThresholdBalance } from './contract/message';

/** What a webhook keeps beside its addresses. */
const Settings = z.object({
  network: z.string(),
  /** What addresses of the network begin with, as answers show them. */
  hrp: z.string(),
  /** The index begins above block 0: what addresses own is not known. */
  isPartial: z.literal(true).optional(),
  subEvents: z.array(AddressSubEvent),
  /** nAVAX in decimal digits. */
  threshold: z.object({ balanceType: ThresholdBalance, balanceThreshold: z.string() }).optional(),
});
/** What a webhook keeps beside its addresses. */
export type AddressSettings = z.infer<typeof Settings>;

/** The settings of a webhook of this kind. Throws if they are not. */
export const getSettings = ({ settings }: Pick<WebhookRecord, 'settings'>): AddressSettings => Settings.parse(settings);
