/** The node's fee arithmetic saturates here. */
export const MAX_UINT64 = 2n ** 64n - 1n;

export const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
