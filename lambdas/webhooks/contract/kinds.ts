import { addressActivity } from '../kinds/address-activity/contract/kind';
import { primaryNetworkAddressActivity } from '../kinds/primary-network-address-activity/contract/kind';
import { teleporterMessage } from '../kinds/teleporter-message/contract/kind';
import { validatorActivity } from '../kinds/validator-activity/contract/kind';
import type { WebhookKindContract } from './kind';

/**
 * Every kind of webhook. A new one is a folder of `webhooks/kinds` and a line here; the compiler then asks for a line in
 * `kinds.ts` and in `registrations.ts`, which are apart so that endpoints do not load what the workers read blocks with.
 */
export const webhookKinds = [
  addressActivity,
  teleporterMessage,
  primaryNetworkAddressActivity,
  validatorActivity,
] as const;

/** An event type that webhooks of this service can have. */
export type EventType = (typeof webhookKinds)[number]['eventType'];
/** All of them. */
export const EVENT_TYPES: readonly EventType[] = webhookKinds.map(({ eventType }) => eventType);
/** Whether webhooks of this service can have this event type. */
export const isEventType = (text: string): text is EventType => EVENT_TYPES.some((one) => one === text);

type SchemaName = 'request' | 'webhook';
type Schemas<Kinds extends readonly WebhookKindContract[], N extends SchemaName> = {
  [I in keyof Kinds]: Kinds[I][N];
};

/** One schema of every kind, each with its own type, for a union of them. */
export const toSchemas = <N extends SchemaName>(name: N) =>
  webhookKinds.map((kind) => kind[name]) as unknown as Schemas<typeof webhookKinds, N>;
