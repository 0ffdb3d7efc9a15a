import { chunk } from '../../core/contract/chunk';
import { parseKey } from '../../core/table/key';
import { entities } from '../../core/table/schema';
import type { Table } from '../../core/table/table';
import { isPacked, packAddresses } from './packed-addresses';
import { getShard, getVersion, shardKey, versionsKey } from './shards';

/**
 * Shards per read, sequentially: an unpacked address takes ten times its bytes, and a starting matcher reads all shards
 * of a chain.
 */
const SHARDS_PER_READ = 4;

/** Watched addresses of a chain. */
export interface WatchedSet {
  /** `address`: lower case. */
  has(address: string): boolean;
  /** Version of the address's shard; rises with every subscription change in it. undefined if it never had any. */
  versionAt(address: string): number | undefined;
  /** Memory used by the addresses. */
  readonly byteLength: number;
  /** A webhook of the chain requests internal transactions, or once did. */
  readonly internals: boolean;
  /** A webhook of the chain watches Teleporter messages, or once did. */
  readonly messages: boolean;
  /** A webhook of the chain watches validators, or once did. */
  readonly validators: boolean;
  /** Rises with each webhook added that watches balance thresholds of L1 validators; 0 if there was never one. */
  readonly thresholds: number;
}

interface Shard {
  readonly version: number;
  readonly packed: Uint8Array;
}

/** Reads watched addresses. Only shards that changed since the last call are re-read. */
export function createWatchedSets(table: Table) {
  const cached = new Map<string, Map<number, Shard>>();
  /** Shares one read of the versions per block between event kinds. */
  const read = new WeakMap<object, Promise<Record<string, unknown> | undefined>>();
  const getVersions = (chain: string, during?: object) => {
    const known = during && read.get(during);
    if (known) return known;
    const found = table.get(versionsKey(chain), true);
    if (during) read.set(during, found);
    return found;
  };
  return {
    /**
     * undefined if no webhook ever watched the chain. Costs one read if nothing changed; none if `during`, a block
     * object created before the read, was passed before.
     */
    async of(chain: string, during?: object): Promise<WatchedSet | undefined> {
      const versions = await getVersions(chain, during);
      if (!versions) return undefined;
      const shards = cached.get(chain) ?? new Map<number, Shard>();
      cached.set(chain, shards);
      const changed = Object.entries(versions).flatMap(([name, version]) => {
        const shard = Number(/^s(\d+)$/.exec(name)?.[1] ?? Number.NaN);
        return getVersion(shard) === name && shards.get(shard)?.version !== version ? [shard] : [];
      });
      for (const some of chunk(changed, SHARDS_PER_READ)) {
        const keys = some.map((shard) => shardKey(chain, shard));
        for (const { sk, m } of await table.batchGet(keys, true)) {
          const { shard } = parseKey(entities.AddressShard.sk, sk);
          // The version was read before the shard: a concurrent change is picked up next time.
          const version = Number(versions[getVersion(shard)]);
          shards.set(shard, { version, packed: packAddresses((m ?? []) as Iterable<Uint8Array>) });
        }
      }
      const shardAt = (address: string) => shards.get(getShard(String(versions.k), address));
      return {
        has(address) {
          const shard = shardAt(address);
          return shard !== undefined && isPacked(shard.packed, address);
        },
        versionAt: (address) => shardAt(address)?.version,
        get byteLength() {
          return [...shards.values()].reduce((sum, { packed }) => sum + packed.buffer.byteLength, 0);
        },
        internals: versions.it === true,
        messages: versions.tm === true,
        validators: versions.va === true,
        thresholds: Number(versions.lt ?? 0),
      };
    },
  };
}
