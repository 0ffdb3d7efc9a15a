import type { BlockRef } from './block';

/** Key of a raw block in the bucket: an equal key means equal content. */
export const rawKey = (chain: string, { number, hash }: BlockRef): string => `raw/${chain}/${number}-${hash}`;
