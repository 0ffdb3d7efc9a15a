import { groupedTable } from '../../../lambdas/core/table/grouped-table';
import { ABSENT } from '../../../lambdas/core/table/update';
import { conflictWith } from '../../support/tables/conflicts';
import { type Gate, memoryTable } from '../../support/tables/memory';
import { withoutDelays } from '../../support/tables/without-delays';

const toKey = (n: number) => ({ pk: 'p', sk: String(n) });
const range = (count: number) => Array.from({ length: count }, (_, n) => n);

/** A grouped table, and the calls it makes. */
function world(gate: Gate = () => undefined) {
  const calls: string[] = [];
  const { table, items } = memoryTable((call, when, input) => {
    if (when === 'before') calls.push(call);
    return gate(call, when, input);
  });
  return { table: groupedTable(table), calls, items };
}

describe('concurrent requests', () => {
  test('concurrent writes and reads become one call each, and each caller gets its own items', async () => {
    const { table, calls } = world();
    await Promise.all(range(20).map((n) => table.write([{ put: { ...toKey(n), n } }])));
    const [none, ...found] = await Promise.all([
      table.get(toKey(99), true),
      ...range(20).map((n) => table.batchGet([toKey(n), toKey((n + 1) % 20)], true)),
    ]);
    expect(none).toBeUndefined();
    for (const [n, items] of found.entries()) expect(items.map((item) => item.n)).toEqual([n, (n + 1) % 20]);
    expect(calls).toEqual(['BatchWriteItem', 'BatchGetItem']);
  });

  test('concurrent conditional changes become one transaction, without the changes that fail their condition', async () => {
    const { table, calls, items } = world();
    await table.write([3, 7].map((n) => ({ put: { ...toKey(n), s: 'taken' } })));
    const made = await Promise.all(range(10).map((n) => table.changeIf(toKey(n), { set: { s: n } }, { s: ABSENT })));
    expect(made).toEqual(range(10).map((n) => n !== 3 && n !== 7));
    // The second omits the failed changes.
    expect(calls).toEqual(['BatchWriteItem', 'TransactWriteItems', 'TransactWriteItems']);
    expect(await items()).toEqual(range(10).map((n) => expect.stringContaining(n === 3 || n === 7 ? 'taken' : `${n}`)));
  });

  test('concurrent changes all return false if no condition holds', async () => {
    const { table } = world();
    expect(await Promise.all([1, 2].map((n) => table.changeIf(toKey(n), { set: { s: 1 } }, { s: 2 })))).toEqual([
      false,
      false,
    ]);
  });

  test('concurrent changes of one item are applied one after the other', async () => {
    const { table, items } = world();
    const change = () => table.changeIf(toKey(1), { set: { s: 1 } }, { s: ABSENT });
    expect((await Promise.all([change(), change()])).toSorted()).toEqual([false, true]);
    expect(await items()).toHaveLength(1);
  });

  test('a single change is an update, at half the cost of a transaction', async () => {
    const { table, calls } = world();
    expect(await table.changeIf(toKey(1), { set: { s: 1 } }, { s: ABSENT })).toBe(true);
    expect(calls).toEqual(['UpdateItem']);
  });
});

test('changes are made one by one if the transaction keeps conflicting', async () => {
  let conflicts = 0;
  const conflict = conflictWith(Number.POSITIVE_INFINITY);
  const { table } = world((call, when, input) => {
    if (call !== 'TransactWriteItems') return undefined;
    conflicts += 1;
    return conflict(call, when, input);
  });
  const all = () => Promise.all(range(3).map((n) => table.changeIf(toKey(n), { set: { s: n } }, { s: ABSENT })));
  expect(await withoutDelays(all)).toEqual([true, true, true]);
  expect(conflicts).toBeGreaterThan(1);
});
