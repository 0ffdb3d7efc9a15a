import * as z from 'zod';
import type { WebhookRecord } from '../../domain/webhook';
import { AddressSubEvent, ThresholdBalance } from './contract/message';

const Settings = z.object({
  network: z.string(),
  hrp: z.string(),
  /** The index does not begin at block 0, so balances are unknown. */
  isPartial: z.literal(true).optional(),
  subEvents: z.array(AddressSubEvent),
  /** `balanceThreshold`: nAVAX as a decimal string. */
  threshold: z.object({ balanceType: ThresholdBalance, balanceThreshold: z.string() }).optional(),
});
export type AddressSettings = z.infer<typeof Settings>;

export const getSettings = ({ settings }: Pick<WebhookRecord, 'settings'>): AddressSettings => Settings.parse(settings);
