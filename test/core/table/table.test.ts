import type { Table } from '../../../lambdas/core/table/table';
import { TableConflict } from '../../../lambdas/core/table/table-conflict';
import { ABSENT, below } from '../../../lambdas/core/table/update';
import { conflictWith } from '../../support/tables/conflicts';
import { memoryTable } from '../../support/tables/memory';
import { withoutDelays } from '../../support/tables/without-delays';

const at = (sk: number) => ({ pk: 'p', sk: String(sk) });
const readValue = async (table: Table, sk: number) => (await table.get(at(sk), true))?.v;

describe('repeated writes of a key in one call', () => {
  test('the last write of a key wins, even if it is a delete', async () => {
    const { table } = memoryTable();
    await table.write([{ put: { ...at(3), v: 'before' } }]);
    await table.write([
      { put: { ...at(1), v: 'first' } },
      { put: { ...at(2), v: 'only' } },
      { put: { ...at(1), v: 'last' } },
      { put: { ...at(3), v: 'gone' } },
      { delete: at(3) },
      { delete: at(4) },
      { put: { ...at(4), v: 'back' } },
    ]);
    expect(await Promise.all([1, 2, 3, 4].map((sk) => readValue(table, sk)))).toEqual([
      'last',
      'only',
      undefined,
      'back',
    ]);
  });

  test('duplicate writes across batches are sent and paid for once', async () => {
    let requests = 0;
    const { table } = memoryTable((_, when) => void (when === 'before' && requests++));
    const puts = Array.from({ length: 60 }, (_, i) => ({ put: { ...at(i % 30), v: i } }));
    await table.write(puts);
    expect([requests, table.meter.writeUnits]).toEqual([2, 30]);
    const values = await Promise.all(Array.from({ length: 30 }, (_, i) => readValue(table, i)));
    expect(values).toEqual(Array.from({ length: 30 }, (_, i) => 30 + i));
  });
});

describe('a transaction', () => {
  const changes = (max: number) =>
    [
      { update: at(1), add: { n: 1 }, when: [{ n: ABSENT }, { n: below(max) }] },
      { put: { ...at(2), v: 'new' }, when: { pk: ABSENT } },
      { update: at(3), set: { v: 'new' }, remove: ['w'] },
    ] as const;

  test('a transaction makes all of its changes, or none and returns the failed conditions', async () => {
    const { table, items } = memoryTable();
    expect(await table.transact(changes(2))).toEqual([]);
    const made = await items();
    expect(made).toEqual(['p 1 n=1', 'p 2 v=new', 'p 3 v=new']);
    expect(await table.transact(changes(2))).toEqual([1]);
    expect(await table.transact(changes(1))).toEqual([0, 1]);
    expect(await items()).toEqual(made);
    // Two units for each item, whether it is written or not.
    expect(table.meter).toMatchObject({ requests: 3, writeUnits: 18 });
  });

  test('a transaction and a write that conflict are both retried', async () => {
    const { table, items } = memoryTable(conflictWith(2));
    expect(await table.transact(changes(2))).toEqual([]);
    const other = memoryTable(conflictWith(2));
    expect(await other.table.update(at(1), { add: { n: 1 } })).toMatchObject({ n: 1 });
    expect([(await items()).length, table.meter.requests, other.table.meter.requests]).toEqual([3, 3, 3]);
  });

  test.each<[string, (table: Table) => Promise<unknown>]>([
    ['an update', (table) => table.update(at(1), { add: { n: 1 } })],
    ['a put if absent', (table) => table.putIfAbsent({ ...at(1), n: 1 })],
    ['a conditional deletion', (table) => table.deleteIf(at(1), { pk: ABSENT })],
  ])('a conflict makes %s retry, and throw TableConflict if it persists', async (_, write) => {
    const { table } = memoryTable(conflictWith(2));
    await write(table);
    expect(table.meter.requests).toBe(3);
    await expect(withoutDelays(() => write(memoryTable(conflictWith(Number.POSITIVE_INFINITY)).table))).rejects.toThrow(
      TableConflict,
    );
  });

  test('a transaction that keeps conflicting makes no change and throws TableConflict', async () => {
    const { table, items } = memoryTable(conflictWith(Number.POSITIVE_INFINITY));
    await expect(withoutDelays(() => table.transact(changes(2)))).rejects.toThrow(TableConflict);
    expect([await items(), table.meter.requests]).toEqual([[], 8]);
  });
});
