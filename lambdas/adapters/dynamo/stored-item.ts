import type { BlockRange } from '../../domain/chain/block-range';
import type { BlockExtras } from '../../table/evm/codec';
import { after, blockDigits } from '../../table/key';
import { hexOf } from './chain/cursor-item';
import type { KeyRange } from './list';

/** The fields of a list row that belong to its block. */
export interface InBlock extends BlockExtras {
  readonly chain: string;
  readonly number: number;
  readonly hash: string;
  /** Unix seconds. */
  readonly time: number;
}
/** Blocks of a list. */
export interface Blocks extends BlockRange {
  /** Blocks that are left out. */
  readonly except?: readonly BlockRange[];
}

/** An item as the table returns it. */
export type Stored = Record<string, unknown>;
/** An attribute as text: text, or a number to be shown. */
export const text = (value: unknown): string => String(value);
/** An attribute as bytes. Throws if it is not: then the item is not ours. */
export const bytes = (value: unknown): Uint8Array => {
  if (value instanceof Uint8Array) return value;
  throw new Error('item has no bytes');
};
/** The chain in a partition key: `l#{chain}…`. */
export const chainIn = (item: Stored): string => text(item.pk).split('#')[1] ?? '';

/** Bounds of these blocks for keys that start with the block; an empty range if `to` is below `from`. */
export const between = ({ except, ...blocks }: Blocks): KeyRange & { hidden?: readonly KeyRange[] } => ({
  ...boundsOf(blocks),
  ...(except && except.length > 0 ? { hidden: except.map(boundsOf) } : {}),
});
const boundsOf = ({ from, to }: BlockRange): KeyRange => ({
  low: blockDigits(from),
  high: to < from ? '' : after(blockDigits(to)),
});

/** The block of an item, from its attributes and its bytes. */
export const inBlock = (item: Stored, block: number, extras: BlockExtras): InBlock => ({
  ...extras,
  chain: chainIn(item),
  number: block,
  hash: hexOf(bytes(item.h)),
  time: Number(item.t),
});
