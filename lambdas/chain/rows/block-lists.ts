import { after, blockDigits } from '../../core/table/key';
import type { KeyRange } from '../../core/table/list';
import type { BlockRange } from '../domain/block-range';

export interface Blocks extends BlockRange {
  readonly except?: readonly BlockRange[];
}

export const between = ({ except, ...blocks }: Blocks): KeyRange & { hidden?: readonly KeyRange[] } => ({
  ...getBounds(blocks),
  ...(except && except.length > 0 ? { hidden: except.map(getBounds) } : {}),
});
const getBounds = ({ from, to }: BlockRange): KeyRange => ({
  low: blockDigits(from),
  high: to < from ? '' : after(blockDigits(to)),
});
