import { NodeDown } from '../../core/node/errors';
import { sha256 } from './sha256';

/** Length of the checksum that the node appends to bytes, in digits: the last of their hash. */
const CHECKSUM_DIGITS = 8;

/** Bytes as the node sends them, without their checksum: 0x and digits. `what` begins the reason. Throws NodeDown. */
export function sentBytes(text: string, what: string): string {
  const bytes = text.slice(0, -CHECKSUM_DIGITS);
  if (sha256(bytes.slice(2)).slice(-CHECKSUM_DIGITS) === text.slice(-CHECKSUM_DIGITS)) return bytes;
  throw new NodeDown(`${what} of the node is damaged: its checksum is another`);
}
