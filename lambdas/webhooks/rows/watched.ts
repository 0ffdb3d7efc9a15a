import { after, justAbove, key, parseKey } from '../../core/table/key';
import { entities } from '../../core/table/schema';
import type { Table } from '../../core/table/table';
import { ABSENT, sizeIs } from '../../core/table/update';
import type { Since } from '../domain/webhook';
import { addressesIn, toSet } from './address-set';

/** The key of the addresses of a webhook. They expire with it: see `webhook-item.ts`. */
export const watchedKey = (webhook: string) => ({
  pk: key(entities.WatchedAddresses.pk, { webhook }),
  sk: entities.WatchedAddresses.sk,
});
const subscriptionKey = (chain: string, address: string, webhook: string) => ({
  pk: key(entities.Subscription.pk, { chain, address }),
  sk: key(entities.Subscription.sk, { webhook }),
});
/** The addresses that webhooks watch. */
export const watchedReader = (table: Table) => ({
  /** In the order of their digits, lower case. */
  async of(webhook: string): Promise<string[]> {
    return addressesIn((await table.get(watchedKey(webhook), true))?.m).toSorted();
  },
  /** The same of several webhooks. */
  async ofAll(webhooks: readonly string[]): Promise<Map<string, string[]>> {
    const items = await table.batchGet(webhooks.map(watchedKey));
    return new Map(
      items.map(({ pk, m }) => [parseKey(entities.WatchedAddresses.pk, pk).webhook, addressesIn(m).toSorted()]),
    );
  },
});

/** Changes what webhooks watch. */
export const watchedWriter = (table: Table) => ({
  /** false, without a change, where there would be more than `max`. */
  async add(webhook: string, addresses: readonly string[], max: number): Promise<boolean> {
    for (;;) {
      const there = new Set(await watchedReader(table).of(webhook));
      const fresh = addresses.filter((address) => !there.has(address));
      if (there.size + fresh.length > max) return false;
      if (fresh.length === 0) return true;
      const unchanged = { m: there.size === 0 ? ABSENT : sizeIs(there.size) };
      const isAdded = await table.updateIf(watchedKey(webhook), { add: { m: toSet(fresh) } }, unchanged);
      if (isAdded) return true;
      // A concurrent request changed the set: read it again.
    }
  },
  async remove(webhook: string, addresses: readonly string[]): Promise<void> {
    await table.update(watchedKey(webhook), { takeOut: { m: toSet(addresses) } });
  },
});

/** A webhook that watches an address, for blocks after a position. */
export interface Subscription {
  readonly webhook: string;
  readonly owner: string;
  readonly since: Since;
}

/** Who watches an address. */
export const subscriptionReader = (table: Table) => ({
  /** In the order of webhooks' ids, those after one of them; up to `limit`. */
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

/** Subscribes webhooks to addresses. */
export const subscriptionWriter = (table: Table) => ({
  /** Subscriptions that exist keep their position. */
  async add(chain: string, { webhook, owner, since }: Subscription, addresses: readonly string[]): Promise<void> {
    const keys = addresses.map((address) => subscriptionKey(chain, address, webhook));
    const there = new Set((await table.batchGet(keys, true)).map(({ pk }) => String(pk)));
    const fresh = keys.filter(({ pk }) => !there.has(pk));
    await table.write(fresh.map((own) => ({ put: { ...own, o: owner, n: since.number, e: since.epoch } })));
  },
  remove: (chain: string, webhook: string, addresses: readonly string[]): Promise<void> =>
    table.write(addresses.map((address) => ({ delete: subscriptionKey(chain, address, webhook) }))),
});
