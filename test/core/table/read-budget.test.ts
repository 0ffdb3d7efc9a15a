import { cursorKey } from '../../../lambdas/chain/rows/cursor-item';
import { createReadBudget, ReadBudgetExceeded } from '../../../lambdas/core/table/read-budget';
import type { Table } from '../../../lambdas/core/table/table';
import { memoryTable } from '../../support/tables/memory';

/** A list of 1.2 MB, more than one Query reads. Rows of its entity may be ten times as large. */
const PK = 'px#fuji#00';
const rows = Array.from({ length: 60 }, (_, n) => ({ pk: PK, sk: String(n).padStart(5, '0'), x: 'f'.repeat(20_000) }));
const list = { pk: PK, low: '0', high: '9', ascending: true, limit: 100 };

async function filled(): Promise<Table> {
  const { table } = memoryTable();
  for (const put of rows) await table.write([{ put }]);
  // Requests read the cursor first, which says which copy of the rows is in use.
  await table.get(cursorKey('p-chain-fuji'));
  return table;
}
const used = async (table: Table, limit: number, handle: () => Promise<unknown>) => {
  const before = { ...table.meter };
  const outcome = await table.budget.during(limit, handle).catch((error: unknown) => error);
  return {
    outcome,
    units: table.meter.readUnits - before.readUnits,
    requests: table.meter.requests - before.requests,
  };
};

describe('the read budget of a request', () => {
  test('concurrent Queries stay within the budget, and run while it has room', async () => {
    const table = await filled();
    const many = (count: number) => () => Promise.all(Array.from({ length: count }, () => table.query(list)));
    const { outcome, units, requests } = await used(table, 680, many(4));
    // A Query reads 130 units, and might read 153.
    expect([outcome, requests, units]).toEqual([expect.any(Array), 4, 4 * 130]);
    const refused = await used(table, 640, many(64));
    expect([refused.outcome, refused.units]).toEqual([expect.any(ReadBudgetExceeded), 4 * 130]);
  });
  test('reads still running for a rejected request stay within its budget', async () => {
    const table = await filled();
    const endless = async () => {
      for (;;) await table.query({ ...list, limit: 1 });
    };
    const { units } = await used(table, 300, () => Promise.all([endless(), endless(), endless()]));
    await new Promise((resolve) => setTimeout(resolve, 20));
    const { readUnits } = table.meter;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([table.meter.readUnits, units <= 300]).toEqual([readUnits, true]);
  });
  test('a batch is read in parts that fit the budget, and whole if all of it fits', async () => {
    const table = await filled();
    const keys = rows.slice(0, 40).map(({ pk, sk }) => ({ pk, sk }));
    // A row uses 2.5 units, and might use 24.5.
    for (const [limit, requests] of [
      [1_000, 1],
      [640, 2],
    ] as const) {
      const read = await used(table, limit, () => table.batchGet(keys));
      expect([limit, read.outcome, read.units, read.requests]).toEqual([limit, expect.any(Array), 100, requests]);
    }
    const { outcome, units } = await used(table, 100, () => table.batchGet(keys));
    expect([outcome, units <= 100]).toEqual([expect.any(ReadBudgetExceeded), true]);
  });
  test('concurrent requests have separate budgets, and workers have none', async () => {
    const table = await filled();
    const four = async () => {
      for (let n = 0; n < 4; n++) await table.query(list);
    };
    const both = await Promise.all([table.budget.during(680, four), table.budget.during(680, four)]);
    for (let n = 0; n < 8; n++) await table.query(list);
    expect(both).toEqual([undefined, undefined]);
  });
  test('a failed read returns its reservation', async () => {
    const budget = createReadBudget();
    const fails = () => Promise.reject(new Error('no answer'));
    await budget.during(100, async () => {
      await expect(budget.read(100, fails)).rejects.toThrow('no answer');
      await expect(budget.read(100, async () => ({ value: 'read', units: 1 }))).resolves.toBe('read');
    });
  });
});
