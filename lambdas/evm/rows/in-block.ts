import { toHex } from '../../core/table/hex';
import { bytes, chainIn, type Stored } from '../../core/table/stored-item';
import type { BlockExtras } from './codec';

/** The fields of a list row that belong to its block. */
export interface InBlock extends BlockExtras {
  readonly chain: string;
  readonly number: number;
  readonly hash: string;
  /** Unix seconds. */
  readonly time: number;
}
/** The block of an item, from its attributes and its bytes. */
export const inBlock = (item: Stored, block: number, extras: BlockExtras): InBlock => ({
  ...extras,
  chain: chainIn(item),
  number: block,
  hash: toHex(bytes(item.h)),
  time: Number(item.t),
});
