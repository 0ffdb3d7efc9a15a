import { createHash } from 'node:crypto';
import { base58 } from '@scure/base';

/** Length of an id, and of the checksum that follows it, bytes. */
const [ID_BYTES, CHECKSUM_BYTES] = [32, 4];
const checksumOf = (id: Uint8Array): Buffer => createHash('sha256').update(id).digest().subarray(-CHECKSUM_BYTES);

/** An id of 32 bytes, 0x and hexadecimal digits, as Avalanche writes it (cb58): base58 with a checksum. */
export function cb58Of(id: string): string {
  const bytes = Buffer.from(id.slice(2), 'hex');
  return base58.encode(Buffer.concat([bytes, checksumOf(bytes)]));
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
