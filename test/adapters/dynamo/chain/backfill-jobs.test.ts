import { addJob, jobsOf } from '../../../../lambdas/adapters/dynamo/chain/backfill-jobs';
import { memoryTable } from '../../../support/tables/memory';

test('every job of a chain is read, in the order of first blocks, however many there are', async () => {
  const { table } = memoryTable();
  const first = Array.from({ length: 201 }, (_, i) => i * 10);
  for (const from of first.toReversed()) await addJob(table, '1', { from, to: from + 9 }, 5);
  await addJob(table, '2', { from: 7, to: 9 }, 5);
  expect((await jobsOf(table, '1')).map(({ from }) => from)).toEqual(first);
  expect(await jobsOf(table, '3')).toEqual([]);
});
