import { TABLE } from '../../../lambdas/core/table/schema';
import type { Table } from '../../../lambdas/core/table/table';

type Item = Record<string, unknown>;

/** A table that lags: a read that is not consistent finds what there was in an older copy of it. */
export function lateReads(table: Table, older: Table): Table {
  return {
    ...table,
    get: (key, consistent) => (consistent ? table : older).get(key, consistent),
  };
}

/** A table whose indexes lag: they do not have yet what came since an older copy of it. */
export const lateIndexes = (table: Table, older: Table): Table => ({
  ...table,
  query: (range) => (range.index ? older : table).query(range),
});

/**
 * A table whose indexes lag: they still have the entries that they had in an older copy of it, besides those of now. An
 * item whose index key has changed is in two places then.
 */
export function lagging(table: Table, older: Table): Table {
  return {
    ...table,
    async query(range) {
      const now = await table.query(range);
      if (!range.index) return now;
      const before = await older.query(range);
      const [, sortKey] = TABLE.indexes[range.index];
      const getPlace = (item: Item) => `${item[sortKey]} ${item.pk} ${item.sk}`;
      // Of what is in the same place of both, the newer one.
      const merged = new Map([...before.items, ...now.items].map((item) => [getPlace(item), item]));
      const sorted = [...merged].toSorted(([a], [b]) => (a < b === range.ascending ? -1 : 1)).map(([, item]) => item);
      // Beyond the end of either answer, the other one's items may not be the next ones.
      return {
        items: sorted.slice(0, range.limit),
        more: now.more || before.more || sorted.length > range.limit,
      };
    },
  };
}
