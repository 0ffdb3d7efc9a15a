import type { BlockRef } from './block';

/** Equal keys mean equal content. */
export const rawKey = (chain: string, { number, hash }: BlockRef): string => `raw/${chain}/${number}-${hash}`;
