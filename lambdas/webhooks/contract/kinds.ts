import { addressActivity } from '../kinds/address-activity/contract/kind';
import { primaryNetworkAddressActivity } from '../kinds/primary-network-address-activity/contract/kind';
import { teleporterMessage } from '../kinds/teleporter-message/contract/kind';
import { validatorActivity } from '../kinds/validator-activity/contract/kind';
import type { WebhookKindContract } from './kind';

/**
 * A new kind is a folder in `webhooks/kinds` and a line here, in `kinds.ts` and in `registrations.ts`, which are
 * separate so that endpoints do not load the workers' block readers.
 */
export const webhookKinds = [
  addressActivity,
  teleporterMessage,
  primaryNetworkAddressActivity,
  validatorActivity,
] as const;

export type EventType = (typeof webhookKinds)[number]['eventType'];
export const EVENT_TYPES: readonly EventType[] = webhookKinds.map(({ eventType }) => eventType);
export const isEventType = (text: string): text is EventType => EVENT_TYPES.some((one) => one === text);

type SchemaName = 'request' | 'webhook';
type Schemas<Kinds extends readonly WebhookKindContract[], N extends SchemaName> = {
  [I in keyof Kinds]: Kinds[I][N];
};

export const toSchemas = <N extends SchemaName>(name: N) =>
  webhookKinds.map((kind) => kind[name]) as unknown as Schemas<typeof webhookKinds, N>;
