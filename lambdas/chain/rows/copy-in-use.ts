import type { SecondCopy } from '../../core/domain/copies';
import { getFamily, inSecondCopy } from '../../core/table/copies';
import type { Item } from '../../core/table/item';
import { isInSecondCopy } from '../domain/rederivation';

/** Where readers find the row. Rows without a family are returned as they are. */
export function inCopyInUse(second: SecondCopy | undefined, item: Item, block: number): Item {
  const family = second && getFamily(item);
  return family && isInSecondCopy(second, family, block) ? inSecondCopy(item, block) : item;
}
