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

export function uniteSets(sets: readonly AddressSet[]): AddressSet {
  const [first = NO_ADDRESSES, ...more] = sets.filter(({ length }) => length > 0);
  if (more.length === 0) return first;
  const union = new Uint8Array(sumOfLengths(sets));
  const end = uniteInto(union, 0, sets);
  return end === union.length ? union : union.slice(0, end);
}

export const sumOfLengths = (sets: readonly AddressSet[]): number => sets.reduce((sum, { length }) => sum + length, 0);

/**
 * Writes the union to `target` from `start` on, and returns its end. Merges through a heap, as intermediate sets would
 * be garbage of several times their size.
 */
export function uniteInto(target: Uint8Array, start: number, sets: readonly AddressSet[]): number {
  // Sorted, it is a heap.
  const heads = sets
    .filter(({ length }) => length > 0)
    .map((set): Head => ({ set, at: 0 }))
    .toSorted(compareHeads);
  let end = start;
  for (let head = heads[0]; head; head = heads[0]) {
    const { set, at } = head;
    if (end > start && compare(target, end - ENTRY_BYTES, set, at) === 0) {
      const roles = end - 1;
      target[roles] = (target[roles] ?? 0) | (set[at + ADDRESS_BYTES] ?? 0);
    } else {
      for (let i = 0; i < ENTRY_BYTES; i++) target[end + i] = set[at + i] ?? 0;
      end += ENTRY_BYTES;
    }
    head.at += ENTRY_BYTES;
    if (head.at < set.length) siftDown(heads, head);
    else {
      const last = heads.pop();
      if (last && last !== head) siftDown(heads, last);
    }
  }
  return end;
}

/** The next address of a set. */
interface Head {
  readonly set: AddressSet;
  at: number;
}

const compareHeads = (a: Head, b: Head): number => compare(a.set, a.at, b.set, b.at);

/** Puts a head in the place of the first one. */
function siftDown(heads: Head[], head: Head): void {
  let at = 0;
  for (;;) {
    const [left, right] = [2 * at + 1, 2 * at + 2];
    const [l, r] = [heads[left], heads[right]];
    const child = l && r && compareHeads(r, l) < 0 ? right : left;
    const lower = heads[child];
    if (!lower || compareHeads(lower, head) >= 0) break;
    heads[at] = lower;
    at = child;
  }
  heads[at] = head;
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

/** The first hex digit of the addresses in a shard. */
export const SHARDS = Array.from({ length: 16 }, (_, digit) => digit);

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

export const NO_COUNTS: DistinctCounts = { activeAddresses: 0, activeSenders: 0, deployers: 0 };

export const countDistinct = (set: AddressSet): DistinctCounts => ({
  activeAddresses: countRole(set, 'party'),
  activeSenders: countRole(set, 'sender'),
  deployers: countRole(set, 'deployer'),
});

/** Short, as it only has to differ from that of the same interval's earlier set. */
export const digest = (set: AddressSet): string => createHash('sha256').update(set).digest('hex').slice(0, 12);
