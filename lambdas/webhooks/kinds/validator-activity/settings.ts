import * as z from 'zod';
import { ValidatorSubEvent } from '../../../pchain/contract/schemas/validator-sub-events';
import type { WebhookRecord } from '../../domain/webhook';
import { ValidatorKeyType } from './contract/kind';

/** What a webhook watches. Ids are 0x and digits. */
const Settings = z.object({
  network: z.string(),
  keyType: ValidatorKeyType,
  key: z.string(),
  subEvents: z.array(ValidatorSubEvent),
  nodeIds: z.array(z.string()).optional(),
  subnetIds: z.array(z.string()).optional(),
  /** nAVAX in decimal digits. */
  threshold: z.string().optional(),
});
/** What a webhook watches. */
export type ValidatorSettings = z.infer<typeof Settings>;

/** The settings of a webhook of this kind. Throws if they are not. */
export const getSettings = ({ settings }: Pick<WebhookRecord, 'settings'>): ValidatorSettings =>
  Settings.parse(settings);

/** Whether a webhook watches a validator of a node in a subnet. */
export const isWatched = (
  { keyType, key, nodeIds, subnetIds }: ValidatorSettings,
  { nodeId, subnetId }: { readonly nodeId: string; readonly subnetId: string },
): boolean =>
  key === (keyType === 'nodeId' ? nodeId : subnetId) &&
  (nodeIds?.includes(nodeId) ?? true) &&
  (subnetIds?.includes(subnetId) ?? true);
