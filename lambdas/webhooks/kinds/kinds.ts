import { openWatchedSets } from '../../adapters/dynamo/webhooks/watched-set';
import { isPChain } from '../../contract/node-rpc/networks';
import {
  ADDRESS_ACTIVITY,
  type EventType,
  PRIMARY_NETWORK_ADDRESS_ACTIVITY,
  TELEPORTER_MESSAGE,
  VALIDATOR_ACTIVITY,
} from '../../contract/schemas/event-types';
import { openAddressActivity } from './address-activity/kind';
import type { EventKind, KindResources } from './kind';
import { openPrimaryNetworkAddressActivity } from './primary-network-address-activity/kind';
import { openTeleporterMessage } from './teleporter-message/kind';
import { openValidatorActivity } from './validator-activity/kind';

/** A kind of event, with the chains whose blocks may have such events. */
interface Opened {
  readonly open: (resources: KindResources) => EventKind;
  readonly isOf: (chain: string) => boolean;
}
const isEvm = (chain: string): boolean => !isPChain(chain);

/** Every kind of event, by its event type. A new one is a folder beside this file, a line here and one in `registrations.ts`. */
const kinds: Readonly<Record<EventType, Opened>> = {
  [ADDRESS_ACTIVITY]: { open: openAddressActivity, isOf: isEvm },
  [TELEPORTER_MESSAGE]: { open: openTeleporterMessage, isOf: isEvm },
  [PRIMARY_NETWORK_ADDRESS_ACTIVITY]: { open: openPrimaryNetworkAddressActivity, isOf: isPChain },
  [VALIDATOR_ACTIVITY]: { open: openValidatorActivity, isOf: isPChain },
};

/** All kinds, for the workers. */
export function openKinds(resources: Omit<KindResources, 'watched'>): EventKind[] {
  const watched = openWatchedSets(resources.table);
  return Object.values(kinds).map(({ open, isOf }) => onChains(open({ ...resources, watched }), isOf));
}

/** A kind of event that watches no other chains: what one finds watched may be so for another. */
const onChains = (kind: EventKind, isOf: (chain: string) => boolean): EventKind => ({
  ...kind,
  isWatched: async (chain) => isOf(chain) && kind.isWatched(chain),
  matches: async (block, pass, from) => (isOf(block.chain) ? kind.matches(block, pass, from) : undefined),
});
