import { hexToBytes, toHex } from '../../core/table/hex';

/** Lower case, unordered. */
export const addressesIn = (set: unknown): string[] => [...((set ?? []) as Iterable<Uint8Array>)].map(toHex);
export const toSet = (addresses: readonly string[]): Set<Uint8Array> => new Set(addresses.map(hexToBytes));
