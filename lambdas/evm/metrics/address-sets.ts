import { setImmediate as turn } from 'node:timers/promises';
import { GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { s3 } from '../../core/aws/s3';
import { chunk } from '../../core/contract/chunk';
import { BoundedCache } from '../../core/domain/bounded-cache';
import {
  type AddressSet,
  countDistinct,
  type DistinctCounts,
  NO_ADDRESSES,
  NO_COUNTS,
  SHARDS,
  selectShard,
  sumOfLengths,
  uniteInto,
} from './domain/address-set';

/** Cached sets with together about 40 MB. */
const MAX_CACHED_SETS = 100;
const MAX_CACHED_BYTES = 400_000;

type Load = () => Promise<AddressSet>;
const LOADED_TOGETHER = 4;

async function loadAll(loads: readonly Load[]): Promise<AddressSet[]> {
  const sets: AddressSet[] = [];
  for (const some of chunk(loads, LOADED_TOGETHER)) sets.push(...(await Promise.all(some.map((load) => load()))));
  return sets;
}

/** Merges shard by shard, as merging a month takes long enough to delay the other chains of the function. */
async function inShards(sets: readonly AddressSet[], merge: (shards: readonly AddressSet[]) => void): Promise<void> {
  for (const digit of SHARDS) {
    merge(sets.map((set) => selectShard(set, digit)));
    await turn();
  }
}

/** Needs memory for the sets and their union: a month may have a hundred megabytes. */
export async function uniteLoaded(loads: readonly Load[]): Promise<AddressSet> {
  const sets = await loadAll(loads);
  const union = new Uint8Array(sumOfLengths(sets));
  let end = 0;
  await inShards(sets, (shards) => {
    end = uniteInto(union, end, shards);
  });
  return end === union.length ? union : union.slice(0, end);
}

/** Needs memory for the sets, and a shard of their union. */
export async function countLoaded(loads: readonly Load[]): Promise<DistinctCounts> {
  let [sum, space] = [NO_COUNTS, NO_ADDRESSES];
  await inShards(await loadAll(loads), (shards) => {
    if (space.length < sumOfLengths(shards)) space = new Uint8Array(sumOfLengths(shards));
    const counts = countDistinct(space.subarray(0, uniteInto(space, 0, shards)));
    sum = {
      activeAddresses: sum.activeAddresses + counts.activeAddresses,
      activeSenders: sum.activeSenders + counts.activeSenders,
      deployers: sum.deployers + counts.deployers,
    };
  });
  return sum;
}

type Slot = 0 | 1;
export interface KnownPlace {
  readonly slot: Slot;
  /** The day up to which the addresses were known when they were written, Unix seconds. */
  readonly written: number;
}
const knownKey = (chain: string, slot: Slot, digit: number): string => `states/metrics/${chain}/known/${slot}-${digit}`;

/** Of intervals and parts: named by the blocks that they cover, as they never change. */
export function createAddressSets(bucket: string, client: Pick<S3Client, 'send'> = s3()) {
  const cache = new BoundedCache<string, AddressSet>(MAX_CACHED_SETS);
  const remember = (key: string, set: AddressSet): AddressSet => {
    if (set.length <= MAX_CACHED_BYTES) cache.set(key, set);
    return set;
  };
  const read = async (Key: string): Promise<AddressSet> => {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key }));
    if (!Body) throw new Error(`${Key} is empty`);
    return Body.transformToByteArray();
  };
  return {
    toKey: (chain: string, name: string): string => `states/metrics/${chain}/${name}`,
    async put(Key: string, set: AddressSet, signal: AbortSignal): Promise<void> {
      const command = new PutObjectCommand({ Bucket: bucket, Key, Body: set });
      await client.send(command, { abortSignal: signal });
      remember(Key, set);
    },
    async getAddresses(key: string | undefined): Promise<AddressSet> {
      if (key === undefined) return NO_ADDRESSES;
      const known = cache.get(key);
      if (known) return known;
      return remember(key, await read(key));
    },
    /** All addresses of a chain up to a day, in sixteen parts. There are two slots, and each write replaces one. */
    async putKnown(chain: string, { slot, written }: KnownPlace, digit: number, set: AddressSet, signal: AbortSignal) {
      const Metadata = { written: String(written) };
      const command = new PutObjectCommand({ Bucket: bucket, Key: knownKey(chain, slot, digit), Body: set, Metadata });
      await client.send(command, { abortSignal: signal });
    },
    /** undefined if the slot has been replaced since, as after a restore of the table. */
    async getKnown(chain: string, { slot, written }: KnownPlace, digit: number): Promise<AddressSet | undefined> {
      const { Body, Metadata } = await client.send(
        new GetObjectCommand({ Bucket: bucket, Key: knownKey(chain, slot, digit) }),
      );
      return Body && Metadata?.written === String(written) ? Body.transformToByteArray() : undefined;
    },
  };
}
export type AddressSets = ReturnType<typeof createAddressSets>;
