import { GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { s3 } from '../../core/aws/s3';
import { BoundedCache } from '../../core/domain/bounded-cache';
import { type AddressSet, NO_ADDRESSES } from './domain/address-set';

/** Cached sets with together about 40 MB. */
const MAX_CACHED_SETS = 100;
const MAX_CACHED_BYTES = 400_000;

export type Slot = 0 | 1;
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
    /** `name`: `{from}-{to}-{hash}` for a part, `{interval}/{time}-{to}` for an interval. undefined if it is empty. */
    async put(chain: string, name: string, set: AddressSet, signal: AbortSignal): Promise<string | undefined> {
      if (set.length === 0) return undefined;
      const Key = `states/metrics/${chain}/${name}`;
      const command = new PutObjectCommand({ Bucket: bucket, Key, Body: set });
      await client.send(command, { abortSignal: signal });
      remember(Key, set);
      return Key;
    },
    async getAddresses(key: string | undefined): Promise<AddressSet> {
      if (key === undefined) return NO_ADDRESSES;
      const known = cache.get(key);
      if (known) return known;
      return remember(key, await read(key));
    },
    /** All addresses of a chain up to a day, in sixteen parts. There are two slots, and each write replaces one. */
    async putKnown(chain: string, slot: Slot, digit: number, set: AddressSet, signal: AbortSignal): Promise<void> {
      const command = new PutObjectCommand({ Bucket: bucket, Key: knownKey(chain, slot, digit), Body: set });
      await client.send(command, { abortSignal: signal });
    },
    getKnown: (chain: string, slot: Slot, digit: number): Promise<AddressSet> => read(knownKey(chain, slot, digit)),
  };
}
export type AddressSets = ReturnType<typeof createAddressSets>;
