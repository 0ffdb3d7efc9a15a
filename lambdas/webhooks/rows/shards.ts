import { createHmac, randomBytes } from 'node:crypto';
import { inParallel } from '../../core/runtime/in-parallel';
import { key } from '../../core/table/key';
import { entities } from '../../core/table/schema';
import { text } from '../../core/table/stored-item';
import type { Table } from '../../core/table/table';
import { toSet } from './address-set';

/** Shards of a chain's set: a shard is rewritten whole with each address added to it, so they are kept small. */
const SHARDS = 256;
/** Shards written in parallel. */
const MAX_PARALLEL = 16;
/** Keyed by a secret of the chain, so that nobody can fill an item by generating addresses of one shard. */
export const getShard = (secret: string, address: string): number =>
  (createHmac('sha256', secret).update(address).digest()[0] ?? 0) % SHARDS;

/** The chain's secret, created where there is none: two concurrent callers get the same. */
async function shardSecret(table: Table, chain: string): Promise<string> {
  const item = await table.update(versionsKey(chain), { setIfAbsent: { k: randomBytes(16).toString('hex') } });
  return text(item.k);
}

/** The key of one shard of a chain's watched addresses. */
export const shardKey = (chain: string, shard: number) => ({
  pk: key(entities.AddressShard.pk, { chain }),
  sk: key(entities.AddressShard.sk, { shard }),
});
/** The key of the versions of all of a chain's shards. */
export const versionsKey = (chain: string) => ({
  pk: key(entities.ShardVersions.pk, { chain }),
  sk: entities.ShardVersions.sk,
});
/** Whether a webhook of the chain ever asked for internal transactions. */
export const hasTracedWebhooks = async (table: Table, chain: string): Promise<boolean> =>
  (await table.get(versionsKey(chain), true))?.it === true;
/** The attribute of the versions item that counts the changes of a shard. */
export const getVersion = (shard: number): string => `s${shard}`;

/** A chain's watched addresses, in shards. Reading them is the matcher's (`watched-set.ts`). */
export const shardWriter = (table: Table) => ({
  async add(chain: string, addresses: readonly string[]): Promise<void> {
    await inParallel([...byShard(await shardSecret(table, chain), addresses)], MAX_PARALLEL, async ([shard, own]) => {
      await table.update(shardKey(chain, shard), { add: { m: toSet(own), v: 1 } });
    });
  },
  /**
   * Removes those that nobody watches any more. `v` rises with every change: if an address is watched again between the
   * check and the write, the write fails and the check is repeated.
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

/** Counts changes of shards, so that the matcher knows which to read again. */
export const versionsWriter = (table: Table) => ({
  /** A webhook of the chain now watches messages between chains. */
  async watchMessages(chain: string): Promise<void> {
    await table.update(versionsKey(chain), { set: { tm: true } });
  },
  /** A webhook of the chain now watches validators. `thresholds`: for balances of L1 validators that fall below one. */
  async watchValidators(chain: string, thresholds: boolean): Promise<void> {
    await table.update(versionsKey(chain), { set: { va: true }, ...(thresholds ? { add: { lt: 1 } } : {}) });
  },
  /** `internals`: a webhook of the chain now asks for internal transactions. */
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
