import type { Table } from '../../../lambdas/adapters/dynamo/table';
import { memoryTable } from '../../support/tables/memory';

const at = (sk: number) => ({ pk: 'p', sk: String(sk) });
const readValue = async (table: Table, sk: number) => (await table.get(at(sk), true))?.v;

describe('writes of one key in one call', () => {
  test('the last of several wins, also if it is a delete', async () => {
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

  test('of which two would be in different batches, only the last is sent, and paid for', async () => {
    let requests = 0;
    const { table } = memoryTable((_, when) => void (when === 'before' && requests++));
    const puts = Array.from({ length: 60 }, (_, i) => ({ put: { ...at(i % 30), v: i } }));
    await table.write(puts);
    expect([requests, table.meter.writeUnits]).toEqual([2, 30]);
    const values = await Promise.all(Array.from({ length: 30 }, (_, i) => readValue(table, i)));
    expect(values).toEqual(Array.from({ length: 30 }, (_, i) => 30 + i));
  });
});
