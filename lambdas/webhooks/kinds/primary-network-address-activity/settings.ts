import * as z from 'zod';
import type { WebhookRecord } from '../../domain/webhook';
import { AddressSubEvent, ThresholdBalance } from './contract/message';

/** Stored settings of a webhook, besides its addresses. */
const Settings = z.object({
  network: z.string(),
  /** Human-readable part of the network's bech32 addresses. */
  hrp: z.string(),
  /** The index does not begin at block 0, so balances are unknown. */
  isPartial: z.literal(true).optional(),
  subEvents: z.array(AddressSubEvent),
  /** `balanceThreshold`: nAVAX as a decimal string. */
  threshold: z.object({ balanceType: ThresholdBalance, balanceThreshold: z.string() }).optional(),
});
export type AddressSettings = z.infer<typeof Settings>;

/** Parses a webhook's settings. Throws if they are invalid. */
export const getSettings = ({ settings }: Pick<WebhookRecord, 'settings'>): AddressSettings => Settings.parse(settings);
