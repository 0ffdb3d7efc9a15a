import { createHmac, randomBytes } from 'node:crypto';
import { inParallel } from '../../core/runtime/concurrency';
import { key } from '../../core/table/key';
import { entities } from '../../core/table/schema';
import { text } from '../../core/table/stored-item';
import type { Table } from '../../core/table/table';
import { toSet } from './address-set';

/** Shards per chain. Adding an address rewrites its whole shard, so shards are kept small. */
const SHARDS = 256;
/** Concurrent shard writes. */
const MAX_PARALLEL = 16;
/** Shard of an address. Keyed with a per-chain secret, so that generating addresses cannot fill one item. */
export const getShard = (secret: string, address: string): number =>
  (createHmac('sha256', secret).update(address).digest()[0] ?? 0) % SHARDS;

/** The chain's secret, created if absent. Concurrent callers get the same. */
async function shardSecret(table: Table, chain: string): Promise<string> {
  const item = await table.update(versionsKey(chain), { setIfAbsent: { k: randomBytes(16).toString('hex') } });
  return text(item.k);
}

/** Key of one shard of a chain's watched addresses. */
export const shardKey = (chain: string, shard: number) => ({
  pk: key(entities.AddressShard.pk, { chain }),
  sk: key(entities.AddressShard.sk, { shard }),
});
/** Key of a chain's shard versions. */
export const versionsKey = (chain: string) => ({
  pk: key(entities.ShardVersions.pk, { chain }),
  sk: entities.ShardVersions.sk,
});
/** Whether any webhook of the chain ever requested internal transactions. */
export const hasTracedWebhooks = async (table: Table, chain: string): Promise<boolean> =>
  (await table.get(versionsKey(chain), true))?.it === true;
/** Attribute of the versions item with a shard's change count. */
export const getVersion = (shard: number): string => `s${shard}`;

/** Writes a chain's watched addresses, in shards. `watched-set.ts` reads them. */
export const shardWriter = (table: Table) => ({
  async add(chain: string, addresses: readonly string[]): Promise<void> {
    await inParallel([...byShard(await shardSecret(table, chain), addresses)], MAX_PARALLEL, async ([shard, own]) => {
      await table.update(shardKey(chain, shard), { add: { m: toSet(own), v: 1 } });
    });
  },
  /**
   * Removes addresses without subscribers. `v` rises with every change: if an address gains a subscriber between check
   * and write, the write fails and the check is repeated.
   */
  async remove(
    chain: string,
    addresses: readonly string[],
    isWatched: (address: string) => Promise<boolean>,
  ): Promise<void> {
    await inParallel([...byShard(await shardSecret(table, chain), addresses)], MAX_PARALLEL, async ([shard, own]) => {
      for (;;) {
        const v = (await table.get(shardKey(chain, shard), true))?.v;
        const watched = await Promise.all(own.map(isWatched));
        const gone = own.filter((_, i) => !watched[i]);
        if (gone.length === 0 || v === undefined) break;
        const changes = { takeOut: { m: toSet(gone) }, add: { v: 1 } };
        const isTaken = await table.updateIf(shardKey(chain, shard), changes, { v });
        if (isTaken) break;
      }
    });
  },
});

/** Counts changes of shards, for the matcher's cache. */
export const versionsWriter = (table: Table) => ({
  /** Records that a webhook of the chain watches Teleporter messages. */
  async watchMessages(chain: string): Promise<void> {
    await table.update(versionsKey(chain), { set: { tm: true } });
  },
  /** Records that a webhook of the chain watches validators. `thresholds`: also L1 validator balances. */
  async watchValidators(chain: string, thresholds: boolean): Promise<void> {
    await table.update(versionsKey(chain), { set: { va: true }, ...(thresholds ? { add: { lt: 1 } } : {}) });
  },
  /** Call after changing shards. `internals`: a webhook of the chain requests internal transactions. */
  async bump(chain: string, addresses: readonly string[], internals = false): Promise<void> {
    if (addresses.length === 0) return;
    const shards = [...byShard(await shardSecret(table, chain), addresses).keys()];
    await table.update(versionsKey(chain), {
      add: Object.fromEntries(shards.map((shard) => [getVersion(shard), 1])),
      ...(internals ? { set: { it: true } } : {}),
    });
  },
});

function byShard(secret: string, addresses: readonly string[]): Map<number, string[]> {
  const shards = new Map<number, string[]>();
  for (const address of addresses) {
    const shard = getShard(secret, address);
    shards.set(shard, [...(shards.get(shard) ?? []), address]);
  }
  return shards;
}
