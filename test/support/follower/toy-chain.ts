import type { BlockIndexer, BlockSummary } from '../../../lambdas/chain/kind';
import type { Table } from '../../../lambdas/core/table/table';

const rowKey = (number: number) => ({ pk: 'toy#', sk: String(number).padStart(10, '0') });
type Row = Record<string, unknown>;
const getPosition = (r: Row) => ({ number: Number(r.sk), hash: `${r.h}`, time: Number(r.t), cumulative: Number(r.c) });
type Toy = BlockIndexer<BlockSummary>;
/** A non-EVM chain with one row per block. `sequential`: each row holds the sum of all numbers up to it. */
export const toyIndexer = (table: Table, order: Toy['order'], reorganises = true): Toy => ({
  order,
  summary: (block) => block,
  cost: () => ({ bytes: 50, rows: 50, writeUnits: 1, nodeCalls: { blocks: 1 } }),
  prepare: async (blocks) => [...blocks],
  async apply(blocks, on) {
    const below = order === 'sequential' ? await table.get(rowKey((blocks[0]?.number ?? 0) - 1), true) : undefined;
    let [sum, c] = [Number(below?.sum ?? 0), on.mode === 'head' ? on.cursor.cumulative : on.cumulative];
    const puts = blocks.map(({ number, hash: h, time: t, transactions }) => {
      [sum, c] = [sum + number, c + transactions];
      return { put: { ...rowKey(number), h, t, c, ...(order === 'sequential' ? { sum } : {}) } };
    });
    await on.write(puts);
  },
  ...(reorganises && {
    revert: async (_, { write }) => ({
      facts: (orphans) => write(orphans.map(({ number }) => ({ delete: rowKey(number) }))),
      summaries: async () => undefined,
    }),
  }),
  async hashesDown(to, limit) {
    const { items } = await table.query({ pk: 'toy#', low: '0', high: rowKey(to).sk, ascending: false, limit });
    return items.map(getPosition);
  },
  async positionAt(number) {
    const row = number < 0 ? undefined : await table.get(rowKey(number), true);
    return row && getPosition(row);
  },
});
