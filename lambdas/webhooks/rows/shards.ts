import { createHmac, randomBytes } from 'node:crypto';
import { inParallel } from '../../core/runtime/concurrency';
import { key } from '../../core/table/key';
import { entities } from '../../core/table/schema';
import { text } from '../../core/table/stored-item';
import type { Table } from '../../core/table/table';
import { toSet } from './address-set';

/** Adding an address rewrites its whole shard, so shards are kept small. */
const SHARDS = 256;
const MAX_PARALLEL = 16;
/** Keyed with a per-chain secret, so that generated addresses cannot fill one item. */
export const getShard = (secret: string, address: string): number =>
  (createHmac('sha256', secret).update(address).digest()[0] ?? 0) % SHARDS;

/** Concurrent callers get the same. */
async function shardSecret(table: Table, chain: string): Promise<string> {
  const item = await table.update(versionsKey(chain), { setIfAbsent: { k: randomBytes(16).toString('hex') } });
  return text(item.k);
}

export const shardKey = (chain: string, shard: number) => ({
  pk: key(entities.AddressShard.pk, { chain }),
  sk: key(entities.AddressShard.sk, { shard }),
});
export const versionsKey = (chain: string) => ({
  pk: key(entities.ShardVersions.pk, { chain }),
  sk: entities.ShardVersions.sk,
});
/** A webhook of the chain requests internal transactions, or once did. */
export const hasTracedWebhooks = async (table: Table, chain: string): Promise<boolean> =>
  (await table.get(versionsKey(chain), true))?.it === true;
/** A webhook of the chain asks for warnings before validators run out or end, or once did. */
export const hasDueWebhooks = async (table: Table, chain: string): Promise<boolean> =>
  (await table.get(versionsKey(chain), true))?.dy === true;
export const getVersion = (shard: number): string => `s${shard}`;

export const shardWriter = (table: Table) => ({
  async add(chain: string, addresses: readonly string[]): Promise<void> {
    await inParallel([...byShard(await shardSecret(table, chain), addresses)], MAX_PARALLEL, async ([shard, own]) => {
      await table.update(shardKey(chain, shard), { add: { m: toSet(own), v: 1 } });
    });
  },
  /** `v` rises with every change: if an address gains a subscriber after the check, the write fails and repeats. */
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

export const versionsWriter = (table: Table) => ({
  async watchMessages(chain: string): Promise<void> {
    await table.update(versionsKey(chain), { set: { tm: true } });
  },
  async watchValidators(chain: string, { thresholds, days }: Readonly<Record<'thresholds' | 'days', boolean>>) {
    const set = { va: true, ...(days ? { dy: true } : {}) };
    await table.update(versionsKey(chain), { set, ...(thresholds ? { add: { lt: 1 } } : {}) });
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
