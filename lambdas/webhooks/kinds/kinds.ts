import type { EventType } from '../contract/kinds';
import { createWatchedSets } from '../rows/watched-set';
import { ADDRESS_ACTIVITY } from './address-activity/contract/message';
import { createAddressActivity } from './address-activity/kind';
import type { EventKind, KindResources } from './kind';
import { PRIMARY_NETWORK_ADDRESS_ACTIVITY } from './primary-network-address-activity/contract/message';
import { createPrimaryNetworkAddressActivity } from './primary-network-address-activity/kind';
import { TELEPORTER_MESSAGE } from './teleporter-message/contract/message';
import { createTeleporterMessage } from './teleporter-message/kind';
import { VALIDATOR_ACTIVITY } from './validator-activity/contract/message';
import { createValidatorActivity } from './validator-activity/kind';

const kinds: Readonly<Record<EventType, (resources: KindResources) => EventKind>> = {
  [ADDRESS_ACTIVITY]: createAddressActivity,
  [TELEPORTER_MESSAGE]: createTeleporterMessage,
  [PRIMARY_NETWORK_ADDRESS_ACTIVITY]: createPrimaryNetworkAddressActivity,
  [VALIDATOR_ACTIVITY]: createValidatorActivity,
};

export function createKinds(resources: Omit<KindResources, 'watched'>): EventKind[] {
  const watched = createWatchedSets(resources.table);
  return Object.values(kinds).map((create) => onItsChains(create({ ...resources, watched })));
}

/** Watched names of different kinds of chain may collide. */
const onItsChains = (kind: EventKind): EventKind => ({
  ...kind,
  isWatched: async (chain) => kind.covers(chain) && kind.isWatched(chain),
  matches: async (block, pass, from) => (kind.covers(block.chain) ? kind.matches(block, pass, from) : undefined),
});
