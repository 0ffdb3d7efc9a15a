import { hexToBytes, toHex } from '../../core/table/hex';

/** The addresses of a set attribute, lower case, in no order; none where there is no set. */
export const addressesIn = (set: unknown): string[] => [...((set ?? []) as Iterable<Uint8Array>)].map(toHex);
/** The set attribute of these addresses. */
export const toSet = (addresses: readonly string[]): Set<Uint8Array> => new Set(addresses.map(hexToBytes));
