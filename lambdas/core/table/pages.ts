import { justAbove } from './key';
import { TABLE } from './schema';
import type { Range, Table } from './table';

export async function* readPages(
  table: Pick<Table, 'query'>,
  range: Omit<Range, 'ascending'>,
): AsyncGenerator<readonly Record<string, unknown>[]> {
  const [, sk] = range.index ? TABLE.indexes[range.index] : [TABLE.pk, TABLE.sk];
  for (let low = range.low; ; ) {
    const { items, more } = await table.query({ ...range, low, ascending: true });
    yield items;
    const last = items.at(-1);
    if (!more || !last) return;
    low = justAbove(String(last[sk]));
  }
}
