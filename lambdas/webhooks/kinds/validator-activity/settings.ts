import * as z from 'zod';
import { ValidatorSubEvent } from '../../../pchain/contract/schemas/validator-sub-events';
import type { WebhookRecord } from '../../domain/webhook';
import { ValidatorKeyType } from './contract/kind';

/** IDs are 0x and hexadecimal digits. */
const Settings = z.object({
  network: z.string(),
  keyType: ValidatorKeyType,
  key: z.string(),
  subEvents: z.array(ValidatorSubEvent),
  nodeIds: z.array(z.string()).optional(),
  subnetIds: z.array(z.string()).optional(),
  /** nAVAX as a decimal string. */
  threshold: z.string().optional(),
  runwayDays: z.array(z.int()).optional(),
  daysBefore: z.array(z.int()).optional(),
});
export type ValidatorSettings = z.infer<typeof Settings>;

export const getSettings = ({ settings }: Pick<WebhookRecord, 'settings'>): ValidatorSettings =>
  Settings.parse(settings);

export const isWatched = (
  { keyType, key, nodeIds, subnetIds }: ValidatorSettings,
  { nodeId, subnetId }: { readonly nodeId: string; readonly subnetId: string },
): boolean =>
  key === (keyType === 'nodeId' ? nodeId : subnetId) &&
  (nodeIds?.includes(nodeId) ?? true) &&
  (subnetIds?.includes(subnetId) ?? true);
