import { chunk } from '../../core/contract/chunk';
import { parseKey } from '../../core/table/key';
import { entities } from '../../core/table/schema';
import type { Table } from '../../core/table/table';
import { isPacked, packAddresses } from './packed-addresses';
import { getShard, getVersion, shardKey, versionsKey } from './shards';

/** Sequential: an unpacked address takes ten times its bytes, and a starting matcher reads all shards of a chain. */
const SHARDS_PER_READ = 4;

/** Once set, the flags stay set for a chain. */
export interface WatchedSet {
  /** `address`: lower case. */
  has(address: string): boolean;
  /** Of the address's shard; rises with every subscription change in it. */
  versionAt(address: string): number | undefined;
  readonly byteLength: number;
  /** A webhook of the chain requests internal transactions. */
  readonly internals: boolean;
  /** A webhook of the chain watches Teleporter messages. */
  readonly messages: boolean;
  readonly validators: boolean;
  /** Rises with each added webhook that watches balance thresholds of L1 validators; 0 without one. */
  readonly thresholds: number;
}

interface Shard {
  readonly version: number;
  readonly packed: Uint8Array;
}

/** Only shards that changed since the last call are re-read. */
export function createWatchedSets(table: Table) {
  const cached = new Map<string, Map<number, Shard>>();
  /** One read of the versions per block, shared by the event kinds. */
  const read = new WeakMap<object, Promise<Record<string, unknown> | undefined>>();
  const getVersions = (chain: string, during?: object) => {
    const known = during && read.get(during);
    if (known) return known;
    const found = table.get(versionsKey(chain), true);
    if (during) read.set(during, found);
    return found;
  };
  return {
    /** undefined if no webhook ever watched the chain. `during`: a block object, created before the shared read. */
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
