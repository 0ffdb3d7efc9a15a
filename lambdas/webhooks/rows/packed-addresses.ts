/** Length of an address in bytes. */
const SIZE = 20;
/** The address that is looked up, in bytes: written anew by each lookup, so that none allocates. */
const wanted = new Uint8Array(SIZE);

/** Addresses one after another in their order: 20 bytes each, where a text of each would take 140. */
export function packAddresses(addresses: Iterable<Uint8Array>): Uint8Array {
  const sorted = [...addresses].sort(Buffer.compare);
  const packed = new Uint8Array(SIZE * sorted.length);
  for (const [i, address] of sorted.entries()) packed.set(address, SIZE * i);
  return packed;
}

/** Whether an address, lower-case text, is among packed ones. */
export function isPacked(packed: Uint8Array, address: string): boolean {
  for (let i = 0; i < SIZE; i++)
    wanted[i] = digit(address.charCodeAt(2 + 2 * i)) * 16 + digit(address.charCodeAt(3 + 2 * i));
  let [low, high] = [0, packed.length / SIZE];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const order = compareAt(packed, SIZE * middle);
    if (order === 0) return true;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return false;
}

/** The value of a hexadecimal digit, from its code. */
const digit = (code: number): number => (code < 58 ? code - 48 : code - 87);

/** Negative if the packed address at an offset is below the wanted one, 0 if it is that one. */
function compareAt(packed: Uint8Array, offset: number): number {
  for (let i = 0; i < SIZE; i++) {
    const difference = (packed[offset + i] ?? 0) - (wanted[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
