import { chunk } from '../../core/contract/chunk';
import { parseKey } from '../../core/table/key';
import { entities } from '../../core/table/schema';
import type { Table } from '../../core/table/table';
import { isPacked, packAddresses } from './packed-addresses';
import { getShard, getVersion, shardKey, versionsKey } from './shards';

/**
 * Shards that are read at a time, one read after another: until it is packed, an address takes ten times its bytes, and
 * a matcher that starts reads all shards of a chain.
 */
const SHARDS_PER_READ = 4;

/** The addresses of a chain that are watched now. */
export interface WatchedSet {
  /** `address`: lower case. */
  has(address: string): boolean;
  /** Rises whenever who watches an address changes, or another one of its shard; undefined where nobody ever did. */
  versionAt(address: string): number | undefined;
  /** Memory that is kept for the addresses. */
  readonly byteLength: number;
  /** A webhook of the chain asks for internal transactions, or once did. */
  readonly internals: boolean;
  /** A webhook of the chain watches messages between chains, or once did. */
  readonly messages: boolean;
  /** A webhook of the chain watches validators, or once did. */
  readonly validators: boolean;
  /** Rises with each webhook that watches for balances of L1 validators to fall below a threshold; 0: none ever did. */
  readonly thresholds: number;
}

interface Shard {
  readonly version: number;
  readonly packed: Uint8Array;
}

/** Reads the watched addresses of chains. Shards that did not change since the last call are not read again. */
export function createWatchedSets(table: Table) {
  const cached = new Map<string, Map<number, Shard>>();
  /** Versions that were read for a block, so that every kind of event asks once together. */
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
     * undefined if no webhook ever watched the chain. One read where nothing changed; none where `during`, a block that
     * came before the read, was asked for already.
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
          // The version read before the shard itself: a change in between is read the next time.
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
