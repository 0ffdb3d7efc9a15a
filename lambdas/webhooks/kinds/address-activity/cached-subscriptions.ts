import { BoundedCache } from '../../../core/domain/bounded-cache';
import type { Subscription } from '../../rows/watched';
import type { WatchedSet } from '../../rows/watched-set';
import type { SubscriberDeps } from '../subscribers';

/** About 4 MB in all. An address with more than MAX_SUBSCRIPTIONS is not cached. */
const [MAX_ADDRESSES, MAX_SUBSCRIPTIONS] = [10_000, 10];

type Subscriptions = SubscriberDeps['subscriptions'];

/** Until the version of the address's shard changes: an address in many blocks costs no read in each of them. */
export function cachedSubscriptions(subscriptions: Subscriptions): (watched: WatchedSet) => Subscriptions {
  const cached = new BoundedCache<string, { readonly version: number; readonly found: Subscription[] }>(MAX_ADDRESSES);
  return (watched) => ({
    async of(chain, address, limit, from) {
      if (from !== undefined) return subscriptions.of(chain, address, limit, from);
      const name = `${chain} ${address}`;
      // Captured before the read, so that a concurrent change invalidates the entry.
      const version = watched.versionAt(address);
      const known = cached.get(name);
      if (known && known.version === version) return known.found;
      const found = await subscriptions.of(chain, address, limit);
      if (version !== undefined && found.length <= MAX_SUBSCRIPTIONS) cached.set(name, { version, found });
      return found;
    },
  });
}
