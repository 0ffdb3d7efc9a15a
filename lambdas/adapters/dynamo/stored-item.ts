import type { BlockExtras } from '../../table/evm/codec';
import { after } from '../../table/key';
import { hexOf } from './chain/cursor-item';

/** What a list row says of its block. */
export interface InBlock extends BlockExtras {
  readonly chain: string;
  readonly number: number;
  readonly hash: string;
  /** Unix seconds. */
  readonly time: number;
}
/** Blocks of a list, both ends included. */
export interface Blocks {
  readonly from: number;
  readonly to: number;
}

/** An item as the table gives it. */
export type Stored = Record<string, unknown>;
/** An attribute that is text, or a number to be shown. */
export const text = (value: unknown): string => String(value);
/** An attribute that is bytes. Throws where it is not: the item is not ours. */
export const bytes = (value: unknown): Uint8Array => {
  if (value instanceof Uint8Array) return value;
  throw new Error('an item lacks its bytes');
};
/** The chain in a partition key: `l#{chain}…`. */
export const chainIn = (item: Stored): string => text(item.pk).split('#')[1] ?? '';

/** The bounds of these blocks under keys that begin with their block; an empty range where `to` is lower. */
export const between = ({ from, to }: Blocks) => ({ low: digits(from), high: to < from ? '' : after(digits(to)) });
const digits = (block: number): string => String(block).padStart(10, '0');

/** The block of an item, from its attributes and what its bytes say of it. */
export const inBlock = (item: Stored, block: number, extras: BlockExtras): InBlock => ({
  ...extras,
  chain: chainIn(item),
  number: block,
  hash: hexOf(bytes(item.h)),
  time: Number(item.t),
});
