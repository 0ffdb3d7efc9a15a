import { isInSecondCopy, type SecondCopy } from '../../core/domain/copies';
import { getFamily, inSecondCopy } from '../../core/table/copy-keys';
import type { Item } from '../../core/table/item';

/** In the copy that `second` names for the block. Rows without a family are returned as they are. */
export function placeRow(second: SecondCopy | undefined, item: Item, block: number): Item {
  const family = second && getFamily(item);
  return family && isInSecondCopy(second, family, block) ? inSecondCopy(item, block) : item;
}
