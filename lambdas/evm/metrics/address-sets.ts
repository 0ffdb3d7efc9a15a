import { GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { s3 } from '../../core/aws/s3';
import { BoundedCache } from '../../core/domain/bounded-cache';
import { type AddressSet, NO_ADDRESSES } from './domain/address-set';

/** Cached sets with together about 40 MB. */
const MAX_CACHED_SETS = 100;
const MAX_CACHED_BYTES = 400_000;

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
