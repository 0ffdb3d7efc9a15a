import { keccak_256 } from '@noble/hashes/sha3.js';
import { BoundedCache } from '../../domain/bounded-cache';

/** Shown as the receiver of a transaction that creates a contract. */
const ZERO_ADDRESS = '0x0000000000000000000000000000000000000000';

/** Checksums that a warm function caches: a page repeats a few addresses many times. About 5 MB. */
const MAX_CACHED_ADDRESSES = 20_000;
const cached = new BoundedCache<string, string>(MAX_CACHED_ADDRESSES);

/** EIP-55: a letter is upper case if the hash of the lower-case digits has 8 or more at its position. */
export function checksummed(address: string): string {
  const known = cached.get(address);
  if (known) return known;
  const digits = address.slice(2);
  const hash = Buffer.from(keccak_256(Buffer.from(digits, 'ascii'))).toString('hex');
  const cased = Array.from(digits, (digit, i) =>
    Number.parseInt(hash.charAt(i), 16) >= 8 ? digit.toUpperCase() : digit,
  );
  const text = `0x${cased.join('')}`;
  cached.set(address, text);
  return text;
}

/** An address as answers show it. */
export const richAddress = (address: string = ZERO_ADDRESS) => ({ address: checksummed(address) });
