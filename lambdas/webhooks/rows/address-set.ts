import { hexToBytes, toHex } from '../../core/table/hex';

/** Addresses of a set attribute: lower case, unordered; empty if the attribute is absent. */
export const addressesIn = (set: unknown): string[] => [...((set ?? []) as Iterable<Uint8Array>)].map(toHex);
/** Encodes addresses as a binary set. */
export const toSet = (addresses: readonly string[]): Set<Uint8Array> => new Set(addresses.map(hexToBytes));
