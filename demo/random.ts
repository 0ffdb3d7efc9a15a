import { keccak_256 } from '@noble/hashes/sha3.js';
import type { Address } from 'viem';

export type Random = () => number;

/** The same on every machine: a hashed Weyl sequence. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
}

/** Indexes in [0, size), exponent 1: index k has weight 1 / (k + 1). */
export function zipf(random: Random, size: number): () => number {
  const cumulative = new Float64Array(size);
  let total = 0;
  for (let k = 0; k < size; k++) {
    total += 1 / (k + 1);
    cumulative[k] = total;
  }
  return () => {
    const target = random() * total;
    let low = 0;
    let high = size - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((cumulative[middle] ?? total) > target) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}

/** Deterministic. The private key is unknown. */
export function getAddress(label: string): Address {
  return `0x${Buffer.from(keccak_256(Buffer.from(label)).subarray(12)).toString('hex')}`;
}
