import { BoundedCache } from '../../../core/domain/bounded-cache';
import type { Subscription } from '../../rows/watched';
import type { WatchedSet } from '../../rows/watched-set';
import type { SubscriberDeps } from '../subscribers';

/** Addresses whose subscriptions are kept, and the most subscriptions that one may have for that: about 4 MB. */
const [MAX_ADDRESSES, MAX_SUBSCRIPTIONS] = [10_000, 10];

type Subscriptions = SubscriberDeps['subscriptions'];

/**
 * Subscriptions of addresses, read again only where a subscription of the address's shard changed: an address that many
 * blocks name costs no request in each of them.
 */
export function cachedSubscriptions(subscriptions: Subscriptions): (watched: WatchedSet) => Subscriptions {
  const cached = new BoundedCache<string, { readonly version: number; readonly found: Subscription[] }>(MAX_ADDRESSES);
  return (watched) => ({
    async of(chain, address, limit, from) {
      if (from !== undefined) return subscriptions.of(chain, address, limit, from);
      const name = `${chain} ${address}`;
      // Taken before they are read: a change in between is read the next time.
      const version = watched.versionAt(address);
      const known = cached.get(name);
      if (known && known.version === version) return known.found;
      const found = await subscriptions.of(chain, address, limit);
      if (version !== undefined && found.length <= MAX_SUBSCRIPTIONS) cached.set(name, { version, found });
      return found;
    },
  });
}
