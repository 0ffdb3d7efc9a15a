import { advanceRecount, nextRecount, requestRecount } from '../../../lambdas/evm/metrics/rows/recount-requests';
import { memoryTable } from '../../support/tables/memory';

const signal = () => new AbortController().signal;
const ask = (table: ReturnType<typeof memoryTable>['table']) => nextRecount(table, '1');

test('requests that begin with the same block keep their ranges', async () => {
  const { table } = memoryTable();
  await requestRecount(table, '1', { from: 100, to: 90_000 });
  await requestRecount(table, '1', { from: 100, to: 100 });
  const first = await ask(table);
  expect(first).toMatchObject({ from: 100, to: 100 });
  if (first) await advanceRecount(table, '1', first, 101, signal);
  expect(await ask(table)).toMatchObject({ from: 100, to: 90_000 });
});

test('a request that is repeated while it is processed is processed again', async () => {
  const { table } = memoryTable();
  await requestRecount(table, '1', { from: 7, to: 7 });
  const first = await ask(table);
  await requestRecount(table, '1', { from: 7, to: 7 });
  if (first) await advanceRecount(table, '1', first, 8, signal);
  const second = await ask(table);
  expect(second).toMatchObject({ from: 7, to: 7 });
  if (second) await advanceRecount(table, '1', second, 8, signal);
  expect(await ask(table)).toBeUndefined();
});

test('the rest of a range stays requested, for block numbers of any length', async () => {
  const { table } = memoryTable();
  await requestRecount(table, '1', { from: 9, to: 1_000_000 });
  const first = await ask(table);
  if (first) await advanceRecount(table, '1', first, 500, signal);
  expect(await ask(table)).toMatchObject({ from: 500, to: 1_000_000 });
});
