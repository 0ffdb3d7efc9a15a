import { createHash } from 'node:crypto';

/** Ascending addresses of 20 bytes, each followed by its roles. */
export type AddressSet = Uint8Array;

/** Bits: in a transaction or token transfer; its sender; created a contract. */
export const ROLE = { party: 1, sender: 2, deployer: 4 } as const;

const [ADDRESS_BYTES, ENTRY_BYTES] = [20, 21];

export const NO_ADDRESSES: AddressSet = new Uint8Array();

/** `addresses`: in lower case, with their roles. */
export function toAddressSet(addresses: ReadonlyMap<string, number>): AddressSet {
  const set = new Uint8Array(addresses.size * ENTRY_BYTES);
  for (const [i, [address, roles]] of [...addresses].toSorted(([a], [b]) => (a < b ? -1 : 1)).entries()) {
    set.set(Buffer.from(address.slice(2), 'hex'), i * ENTRY_BYTES);
    set[i * ENTRY_BYTES + ADDRESS_BYTES] = roles;
  }
  return set;
}

function countRole(set: AddressSet, role: keyof typeof ROLE): number {
  let count = 0;
  for (let at = ADDRESS_BYTES; at < set.length; at += ENTRY_BYTES) if ((set[at] ?? 0) & ROLE[role]) count++;
  return count;
}

/** Halves, so that each address is copied a logarithmic number of times. */
export function uniteSets(sets: readonly AddressSet[]): AddressSet {
  const [first = NO_ADDRESSES, second, ...more] = sets;
  if (!second) return first;
  if (more.length === 0) return merge(first, second);
  const middle = sets.length >> 1;
  return merge(uniteSets(sets.slice(0, middle)), uniteSets(sets.slice(middle)));
}

function merge(a: AddressSet, b: AddressSet): AddressSet {
  const merged = new Uint8Array(a.length + b.length);
  let [i, j, end] = [0, 0, 0];
  while (i < a.length && j < b.length) {
    const order = compare(a, i, b, j);
    const from = order <= 0 ? a.subarray(i, i + ENTRY_BYTES) : b.subarray(j, j + ENTRY_BYTES);
    merged.set(from, end);
    if (order === 0) merged[end + ADDRESS_BYTES] = (a[i + ADDRESS_BYTES] ?? 0) | (b[j + ADDRESS_BYTES] ?? 0);
    if (order <= 0) i += ENTRY_BYTES;
    if (order >= 0) j += ENTRY_BYTES;
    end += ENTRY_BYTES;
  }
  const rest = i < a.length ? a.subarray(i) : b.subarray(j);
  merged.set(rest, end);
  return merged.slice(0, end + rest.length);
}

/** Counts the addresses and deployers that are not yet in `known` in that role. */
export function countNew(known: AddressSet, set: AddressSet): FirstSeen {
  const counts = { addresses: 0, deployers: 0 };
  let at = 0;
  for (let i = 0; i < set.length; i += ENTRY_BYTES) {
    while (at < known.length && compare(known, at, set, i) < 0) at += ENTRY_BYTES;
    const before = at < known.length && compare(known, at, set, i) === 0 ? (known[at + ADDRESS_BYTES] ?? 0) : 0;
    const added = (set[i + ADDRESS_BYTES] ?? 0) & ~before;
    if (added & ROLE.party) counts.addresses++;
    if (added & ROLE.deployer) counts.deployers++;
  }
  return counts;
}

/** The addresses that begin with this hex digit. */
export function selectShard(set: AddressSet, digit: number): AddressSet {
  const start = findFirst(set, digit << 4);
  return set.subarray(start, digit === 15 ? set.length : findFirst(set, (digit + 1) << 4));
}

/** Position of the first address with at least this first byte. */
function findFirst(set: AddressSet, byte: number): number {
  let [low, high] = [0, set.length / ENTRY_BYTES];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((set[middle * ENTRY_BYTES] ?? 0) < byte) low = middle + 1;
    else high = middle;
  }
  return low * ENTRY_BYTES;
}

function compare(a: Uint8Array, i: number, b: Uint8Array, j: number): number {
  for (let at = 0; at < ADDRESS_BYTES; at++) {
    const difference = (a[i + at] ?? 0) - (b[j + at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

export interface FirstSeen {
  readonly addresses: number;
  readonly deployers: number;
}

export interface DistinctCounts {
  readonly activeAddresses: number;
  readonly activeSenders: number;
  readonly deployers: number;
}

export const countDistinct = (set: AddressSet): DistinctCounts => ({
  activeAddresses: countRole(set, 'party'),
  activeSenders: countRole(set, 'sender'),
  deployers: countRole(set, 'deployer'),
});

/** Short, as it only has to differ from that of the same interval's earlier set. */
export const digest = (set: AddressSet): string => createHash('sha256').update(set).digest('hex').slice(0, 12);
