import { keccak_256 } from '@noble/hashes/sha3.js';
import type * as z from 'zod';
import type { RichAddress } from '../../core/contract/schemas/address';
import { BoundedCache } from '../../core/domain/bounded-cache';
import type { MetadataOf } from '../tokens/address-metadata';
import type { TokenRecord } from '../tokens/rows/token-item';

const ZERO_ADDRESS = '0x0000000000000000000000000000000000000000'; // `to` of a creation

const MAX_CACHED_ADDRESSES = 20_000; // about 5 MB: pages repeat a few addresses many times
const cached = new BoundedCache<string, string>(MAX_CACHED_ADDRESSES);

/** EIP-55. */
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

export interface Names {
  /** `address` in lower case; empty without metadata. */
  of(address: string): Omit<z.infer<typeof RichAddress>, 'address'>;
}

const NOTHING: Partial<TokenRecord> = {};
const MAX_NAMES_BYTES = 500_000; // 3,000 rows with the longest names would exceed 6 MB

/** The operator's metadata first. A malicious contract's own is never shown. */
export function namesIn(tokens: ReadonlyMap<string, TokenRecord>, getMetadata: MetadataOf): Names {
  let left = MAX_NAMES_BYTES;
  return {
    of(address) {
      const [record, metadata] = [tokens.get(address), getMetadata(address)];
      const { name, symbol, decimals, logoUri } = record && record.reputation !== 'Malicious' ? record : NOTHING;
      const fields = {
        name: metadata?.name ?? name,
        symbol,
        decimals,
        logoUri: metadata?.logoAsset?.imageUri ?? logoUri,
      };
      left -= Buffer.byteLength(JSON.stringify(fields));
      return left >= 0 ? fields : {};
    },
  };
}

/** A missing address becomes the zero address. */
export const richAddress = (address: string = ZERO_ADDRESS, names: Names) => ({
  ...names.of(address),
  address: checksummed(address),
});
