import * as z from 'zod';
import { ValidatorSubEvent } from '../../../pchain/contract/schemas/validator-sub-events';
import type { WebhookRecord } from '../../domain/webhook';
import { ValidatorKeyType } from './contract/kind';

/** Stored settings of a webhook. IDs are 0x and hexadecimal digits. */
const Settings = z.object({
  network: z.string(),
  keyType: ValidatorKeyType,
  key: z.string(),
  subEvents: z.array(ValidatorSubEvent),
  nodeIds: z.array(z.string()).optional(),
  subnetIds: z.array(z.string()).optional(),
  /** nAVAX as a decimal string. */
  threshold: z.string().optional(),
});
export type ValidatorSettings = z.infer<typeof Settings>;

/** Parses a webhook's settings. Throws if they are invalid. */
export const getSettings = ({ settings }: Pick<WebhookRecord, 'settings'>): ValidatorSettings =>
  Settings.parse(settings);

/** Whether a webhook's settings select the validator of a node in a subnet. */
export const isWatched = (
  { keyType, key, nodeIds, subnetIds }: ValidatorSettings,
  { nodeId, subnetId }: { readonly nodeId: string; readonly subnetId: string },
): boolean =>
  key === (keyType === 'nodeId' ? nodeId : subnetId) &&
  (nodeIds?.includes(nodeId) ?? true) &&
  (subnetIds?.includes(subnetId) ?? true);
