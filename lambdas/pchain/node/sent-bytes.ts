import { NodeDown } from '../../core/node/errors';
import { sha256 } from './sha256';

/** The last 4 bytes of the hash, as hex. */
const CHECKSUM_DIGITS = 8;

/** Verifies and strips the checksum. `subject` names the bytes in the error. Throws NodeDown. */
export function sentBytes(text: string, subject: string): string {
  const bytes = text.slice(0, -CHECKSUM_DIGITS);
  if (sha256(bytes.slice(2)).slice(-CHECKSUM_DIGITS) === text.slice(-CHECKSUM_DIGITS)) return bytes;
  throw new NodeDown(`corrupt data from the node for ${subject}: checksum mismatch`);
}
