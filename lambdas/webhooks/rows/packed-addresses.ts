const SIZE = 20;
/** So that lookups do not allocate. */
const wanted = new Uint8Array(SIZE);

/** In sorted order: 20 bytes each, where a string takes 140. */
export function packAddresses(addresses: Iterable<Uint8Array>): Uint8Array {
  const sorted = [...addresses].sort(Buffer.compare);
  const packed = new Uint8Array(SIZE * sorted.length);
  for (const [i, address] of sorted.entries()) packed.set(address, SIZE * i);
  return packed;
}

/** Binary search. `address`: lower case. */
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

const digit = (code: number): number => (code < 58 ? code - 48 : code - 87);

function compareAt(packed: Uint8Array, offset: number): number {
  for (let i = 0; i < SIZE; i++) {
    const difference = (packed[offset + i] ?? 0) - (wanted[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
