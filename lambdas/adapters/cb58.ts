import { createHash } from 'node:crypto';
import { base58 } from '@scure/base';
import { BoundedCache } from '../domain/bounded-cache';

/** Length of an id, and of the checksum that follows it, bytes. */
const [ID_BYTES, CHECKSUM_BYTES] = [32, 4];
const checksumOf = (id: Uint8Array): Buffer => createHash('sha256').update(id).digest().subarray(-CHECKSUM_BYTES);

/** Ids that a warm function caches, as a page names a few chains many times: 20 kB. */
const MAX_CACHED_IDS = 100;
const cached = new BoundedCache<string, string>(MAX_CACHED_IDS);

/** An id of 32 bytes, 0x and hexadecimal digits, as Avalanche writes it (cb58): base58 with a checksum. */
export function cb58Of(id: string): string {
  const known = cached.get(id);
  if (known) return known;
  const bytes = Buffer.from(id.slice(2), 'hex');
  const text = base58.encode(Buffer.concat([bytes, checksumOf(bytes)]));
  cached.set(id, text);
  return text;
}

/** The 32 bytes of an id in cb58 as 0x and lower-case hexadecimal digits; undefined if it is none. */
export function idOfCb58(text: string): string | undefined {
  try {
    const bytes = Buffer.from(base58.decode(text));
    const [id, checksum] = [bytes.subarray(0, ID_BYTES), bytes.subarray(ID_BYTES)];
    return id.length === ID_BYTES && checksum.equals(checksumOf(id)) ? `0x${id.toString('hex')}` : undefined;
  } catch {
    return undefined;
  }
}
