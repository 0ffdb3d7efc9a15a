import { ADDRESS_ACTIVITY, type EventType } from '../../contract/schemas/event-types';
import { openAddressActivity } from './address-activity/kind';
import type { EventKind, KindResources } from './kind';

/** Every kind of event, by its event type. A new one is a folder beside this file, a line here and one in `registrations.ts`. */
const kinds: Readonly<Record<EventType, (resources: KindResources) => EventKind>> = {
  [ADDRESS_ACTIVITY]: openAddressActivity,
};

/** All kinds, for the workers. */
export const openKinds = (resources: KindResources): EventKind[] => Object.values(kinds).map((open) => open(resources));
