import { after, justAbove, key, parseKey } from '../../core/table/key';
import { entities } from '../../core/table/schema';
import type { Table } from '../../core/table/table';
import { ABSENT, sizeIs } from '../../core/table/update';
import type { Since } from '../domain/webhook';
import { addressesIn, toSet } from './address-set';

/** The addresses expire with the webhook; see `webhook-item.ts`. */
export const watchedKey = (webhook: string) => ({
  pk: key(entities.WatchedAddresses.pk, { webhook }),
  sk: entities.WatchedAddresses.sk,
});
const subscriptionKey = (chain: string, address: string, webhook: string) => ({
  pk: key(entities.Subscription.pk, { chain, address }),
  sk: key(entities.Subscription.sk, { webhook }),
});
export const watchedReader = (table: Table) => ({
  /** Sorted, lower case. */
  async of(webhook: string): Promise<string[]> {
    return addressesIn((await table.get(watchedKey(webhook), true))?.m).toSorted();
  },
  /** Eventually consistent; webhooks without addresses are absent. */
  async ofAll(webhooks: readonly string[]): Promise<Map<string, string[]>> {
    const items = await table.batchGet(webhooks.map(watchedKey));
    return new Map(
      items.map(({ pk, m }) => [parseKey(entities.WatchedAddresses.pk, pk).webhook, addressesIn(m).toSorted()]),
    );
  },
});

export const watchedWriter = (table: Table) => ({
  /** false, without any change, if the total would exceed `max`. */
  async add(webhook: string, addresses: readonly string[], max: number): Promise<boolean> {
    for (;;) {
      const there = new Set(await watchedReader(table).of(webhook));
      const fresh = addresses.filter((address) => !there.has(address));
      if (there.size + fresh.length > max) return false;
      if (fresh.length === 0) return true;
      const unchanged = { m: there.size === 0 ? ABSENT : sizeIs(there.size) };
      const isAdded = await table.updateIf(watchedKey(webhook), { add: { m: toSet(fresh) } }, unchanged);
      if (isAdded) return true;
      // A concurrent request changed the set: retry.
    }
  },
  async remove(webhook: string, addresses: readonly string[]): Promise<void> {
    await table.update(watchedKey(webhook), { takeOut: { m: toSet(addresses) } });
  },
});

export interface Subscription {
  readonly webhook: string;
  readonly owner: string;
  readonly since: Since;
}

export const subscriptionReader = (table: Table) => ({
  /** Ordered by webhook ID, after the webhook `from`. */
  async of(chain: string, address: string, limit = Number.POSITIVE_INFINITY, from = ''): Promise<Subscription[]> {
    const found: Subscription[] = [];
    const pk = key(entities.Subscription.pk, { chain, address });
    for (let low = justAbove(from); ; ) {
      const range = {
        low,
        high: after(''),
        ascending: true,
        limit: Math.min(limit - found.length, 1_000),
        consistent: true,
      };
      const { items, more } = await table.query({ pk, ...range });
      for (const { sk, o, n, e } of items)
        found.push({ webhook: String(sk), owner: String(o), since: { number: Number(n), epoch: Number(e) } });
      if (!more || found.length >= limit) return found;
      low = `${found.at(-1)?.webhook}!`;
    }
  },
});

export const subscriptionWriter = (table: Table) => ({
  /** Existing subscriptions keep their `since`. */
  async add(chain: string, { webhook, owner, since }: Subscription, addresses: readonly string[]): Promise<void> {
    const keys = addresses.map((address) => subscriptionKey(chain, address, webhook));
    const there = new Set((await table.batchGet(keys, true)).map(({ pk }) => String(pk)));
    const fresh = keys.filter(({ pk }) => !there.has(pk));
    await table.write(fresh.map((own) => ({ put: { ...own, o: owner, n: since.number, e: since.epoch } })));
  },
  remove: (chain: string, webhook: string, addresses: readonly string[]): Promise<void> =>
    table.write(addresses.map((address) => ({ delete: subscriptionKey(chain, address, webhook) }))),
});
