import type { BlockRef } from './block';

/** Key of a raw block in the bucket: equal keys mean equal content. */
export const rawKey = (chain: string, { number, hash }: BlockRef): string => `raw/${chain}/${number}-${hash}`;
