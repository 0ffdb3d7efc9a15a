import { createHash } from 'node:crypto';
import { base58 } from '@scure/base';
import { BoundedCache } from './bounded-cache';

/** Length of an id, and of the checksum that follows it, bytes. */
const [ID_BYTES, CHECKSUM_BYTES] = [32, 4];
const computeChecksum = (bytes: Uint8Array): Buffer =>
  createHash('sha256').update(bytes).digest().subarray(-CHECKSUM_BYTES);

/** Ids that a warm function caches, as a page names a few chains many times: 20 kB. */
const MAX_CACHED_IDS = 100;
const cached = new BoundedCache<string, string>(MAX_CACHED_IDS);

/** An id of 32 bytes, 0x and hexadecimal digits, as Avalanche writes it (cb58): base58 with a checksum. */
export function toCb58(id: string): string {
  const known = cached.get(id);
  if (known) return known;
  const text = cb58OfBytes(id);
  cached.set(id, text);
  return text;
}

/** The 32 bytes of an id in cb58 as 0x and lower-case hexadecimal digits; undefined if it is none. */
export const idOfCb58 = (text: string): string | undefined => bytesOfCb58(text, ID_BYTES);

/** Bytes of any length, 0x and hexadecimal digits, in cb58. */
export function cb58OfBytes(digits: string): string {
  const bytes = Buffer.from(digits.slice(2), 'hex');
  return base58.encode(Buffer.concat([bytes, computeChecksum(bytes)]));
}

/** So many bytes in cb58 as 0x and lower-case hexadecimal digits; undefined if the text is not that. */
export function bytesOfCb58(text: string, length: number): string | undefined {
  try {
    const read = Buffer.from(base58.decode(text));
    const [bytes, checksum] = [read.subarray(0, length), read.subarray(length)];
    return bytes.length === length && checksum.equals(computeChecksum(bytes))
      ? `0x${bytes.toString('hex')}`
      : undefined;
  } catch {
    return undefined;
  }
}
