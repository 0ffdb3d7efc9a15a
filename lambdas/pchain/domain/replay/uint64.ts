/** The largest unsigned integer of 64 bits: results of the node's arithmetic that would be larger are this one. */
export const MAX_UINT64 = 2n ** 64n - 1n;

/** The smaller of two. */
export const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
