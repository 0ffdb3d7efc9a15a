import { createHash } from 'node:crypto';
import { base58 } from '@scure/base';
import { BoundedCache } from './bounded-cache';

const [ID_BYTES, CHECKSUM_BYTES] = [32, 4];
const computeChecksum = (bytes: Uint8Array): Buffer =>
  createHash('sha256').update(bytes).digest().subarray(-CHECKSUM_BYTES);

/** A page repeats a few chains many times. 20 kB. */
const MAX_CACHED_IDS = 100;
const cached = new BoundedCache<string, string>(MAX_CACHED_IDS);

/** Encodes a 32-byte id (0x hex) in cb58: base58 with a checksum. */
export function toCb58(id: string): string {
  const known = cached.get(id);
  if (known) return known;
  const text = cb58OfBytes(id);
  cached.set(id, text);
  return text;
}

/** Returns 0x and lower-case hex; undefined unless the text is a valid id of 32 bytes. */
export const idOfCb58 = (text: string): string | undefined => bytesOfCb58(text, ID_BYTES);

export function cb58OfBytes(digits: string): string {
  const bytes = Buffer.from(digits.slice(2), 'hex');
  return base58.encode(Buffer.concat([bytes, computeChecksum(bytes)]));
}

/** Decodes cb58 of exactly `length` bytes to 0x and lower-case hex; undefined for any other text. */
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
