import type { Table } from '../table';
import { addressesIn } from './address-set';
import { shardKey, shardOf, versionOf, versionsKey } from './shards';

/** The addresses of a chain that are watched now. */
export interface WatchedSet {
  has(address: string): boolean;
  /** A webhook of the chain asks for internal transactions, or once did. */
  readonly internals: boolean;
}

interface Shard {
  readonly version: number;
  readonly addresses: ReadonlySet<string>;
}

/** Reads the watched addresses of chains. Shards that did not change since the last call are not read again. */
export function openWatchedSets(table: Table) {
  const cached = new Map<string, Map<number, Shard>>();
  return {
    /** undefined if no webhook ever watched the chain. One read where nothing changed. */
    async of(chain: string): Promise<WatchedSet | undefined> {
      const versions = await table.get(versionsKey(chain), true);
      if (!versions) return undefined;
      const shards = cached.get(chain) ?? new Map<number, Shard>();
      cached.set(chain, shards);
      const changed = Object.entries(versions).flatMap(([name, version]) => {
        const shard = Number(/^s(\d+)$/.exec(name)?.[1] ?? Number.NaN);
        return versionOf(shard) === name && shards.get(shard)?.version !== version ? [shard] : [];
      });
      const items = await table.batchGet(
        changed.map((shard) => shardKey(chain, shard)),
        true,
      );
      for (const { sk, m } of items)
        shards.set(Number(String(sk).slice(1)), {
          // The version read before the shard itself: a change in between is read the next time.
          version: Number(versions[versionOf(Number(String(sk).slice(1)))]),
          addresses: new Set(addressesIn(m)),
        });
      return {
        has: (address) => shards.get(shardOf(String(versions.k), address))?.addresses.has(address) ?? false,
        internals: versions.it === true,
      };
    },
  };
}
