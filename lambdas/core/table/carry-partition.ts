import type { Item } from './item';
import { after } from './key';
import { readPages } from './pages';
import type { Restored } from './restored';
import { text } from './stored-item';

const ITEMS_PER_PAGE = 500;

/** Makes a partition of the restored table equal to the replaced one's, from this sort key on. */
export async function carryPartition({ replaced, restored }: Restored, pk: string, low = '!'): Promise<void> {
  const range = { pk, low, high: after('~'), limit: ITEMS_PER_PAGE, consistent: true };
  const before = new Map<string, Item>();
  for await (const items of readPages(restored, range))
    for (const item of items) before.set(text(item.sk), item as Item);
  for await (const items of readPages(replaced, range)) {
    await restored.write(items.map((item) => ({ put: item as Item })));
    for (const { sk } of items) before.delete(text(sk));
  }
  await restored.write([...before.values()].map((item) => ({ delete: item })));
}
