import { TABLE } from '../../../lambdas/core/table/schema';
import type { Table } from '../../../lambdas/core/table/table';

type Item = Record<string, unknown>;

/** Eventually consistent reads see an older copy. */
export function lateReads(table: Table, older: Table): Table {
  return {
    ...table,
    get: (key, consistent) => (consistent ? table : older).get(key, consistent),
  };
}

/** Indexes lack rows newer than an older copy. */
export const lateIndexes = (table: Table, older: Table): Table => ({
  ...table,
  query: (range) => (range.index ? older : table).query(range),
});

/** Indexes still have the entries of an older copy, so a moved item is in two places. */
export function lagging(table: Table, older: Table): Table {
  return {
    ...table,
    async query(range) {
      const now = await table.query(range);
      if (!range.index) return now;
      const before = await older.query(range);
      const [, sortKey] = TABLE.indexes[range.index];
      const getPlace = (item: Item) => `${item[sortKey]} ${item.pk} ${item.sk}`;
      // The newer item wins.
      const merged = new Map([...before.items, ...now.items].map((item) => [getPlace(item), item]));
      const sorted = [...merged].toSorted(([a], [b]) => (a < b === range.ascending ? -1 : 1)).map(([, item]) => item);
      // Beyond the end of either page, the other's items may not be next.
      return {
        items: sorted.slice(0, range.limit),
        more: now.more || before.more || sorted.length > range.limit,
      };
    },
  };
}
