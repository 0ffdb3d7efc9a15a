import { type EventType, isEventType } from '../contract/kinds';
import type { WebhookRecord } from '../domain/webhook';
import { ADDRESS_ACTIVITY } from './address-activity/contract/message';
import { registration as addressActivity } from './address-activity/registration';
import { PRIMARY_NETWORK_ADDRESS_ACTIVITY } from './primary-network-address-activity/contract/message';
import { registration as primaryNetworkAddressActivity } from './primary-network-address-activity/registration';
import type { Registration } from './registration';
import { TELEPORTER_MESSAGE } from './teleporter-message/contract/message';
import { registration as teleporterMessage } from './teleporter-message/registration';
import { VALIDATOR_ACTIVITY } from './validator-activity/contract/message';
import { registration as validatorActivity } from './validator-activity/registration';

/** Separate from `kinds.ts`: the workers' block readers, even loaded lazily, add 15 to 20 kB to every endpoint. */
const registrations: { readonly [T in EventType]: Registration<T> } = {
  [ADDRESS_ACTIVITY]: addressActivity,
  [TELEPORTER_MESSAGE]: teleporterMessage,
  [PRIMARY_NETWORK_ADDRESS_ACTIVITY]: primaryNetworkAddressActivity,
  [VALIDATOR_ACTIVITY]: validatorActivity,
};

export const getRegistration = <T extends EventType>(eventType: T): Registration<T> => registrations[eventType];

/** Throws for an unknown event type. */
export function registrationFor({ id, eventType }: Pick<WebhookRecord, 'id' | 'eventType'>): Registration {
  if (!isEventType(eventType)) throw new Error(`webhook ${id}: unknown event type ${eventType}`);
  return getRegistration(eventType);
}
