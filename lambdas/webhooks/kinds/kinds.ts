import { openWatchedSets } from '../../adapters/dynamo/webhooks/watched-set';
import { ADDRESS_ACTIVITY, type EventType, TELEPORTER_MESSAGE } from '../../contract/schemas/event-types';
import { openAddressActivity } from './address-activity/kind';
import type { EventKind, KindResources } from './kind';
import { openTeleporterMessage } from './teleporter-message/kind';

/** Every kind of event, by its event type. A new one is a folder beside this file, a line here and one in `registrations.ts`. */
const kinds: Readonly<Record<EventType, (resources: KindResources) => EventKind>> = {
  [ADDRESS_ACTIVITY]: openAddressActivity,
  [TELEPORTER_MESSAGE]: openTeleporterMessage,
};

/** All kinds, for the workers. */
export function openKinds(resources: Omit<KindResources, 'watched'>): EventKind[] {
  const watched = openWatchedSets(resources.table);
  return Object.values(kinds).map((open) => open({ ...resources, watched }));
}
