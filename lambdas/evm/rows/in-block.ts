import { toHex } from '../../core/table/hex';
import { bytes, chainIn, type Stored } from '../../core/table/stored-item';
import type { BlockExtras } from './codec';

export interface InBlock extends BlockExtras {
  readonly chain: string;
  readonly number: number;
  readonly hash: string;
  readonly time: number; // Unix seconds
}
export const inBlock = (item: Stored, block: number, extras: BlockExtras): InBlock => ({
  ...extras,
  chain: chainIn(item),
  number: block,
  hash: toHex(bytes(item.h)),
  time: Number(item.t),
});
