import {
  addHistory,
  getJobs,
  joinCounts,
  restartJob,
  setTraced,
  takeJob,
} from '../../../lambdas/chain/rows/backfill-jobs';
import { CURSOR, cursorKey, readCursor } from '../../../lambdas/chain/rows/cursor-item';
import type { Table } from '../../../lambdas/core/table/table';
import { memoryTable } from '../../support/tables/memory';

test('reading the jobs of a chain returns all of them, ordered by first block', async () => {
  const { table } = memoryTable();
  const first = Array.from({ length: 201 }, (_, i) => i * 10);
  for (const from of first.toReversed()) await addHistory(table, '1', { from, to: from + 9 }, { workers: 1, now: 5 });
  await addHistory(table, '2', { from: 7, to: 9 }, { workers: 1, now: 5 });
  expect((await getJobs(table, '1')).map(({ from }) => from)).toEqual(first);
  expect(await getJobs(table, '3')).toEqual([]);
});

const range = (from: number, to: number) => ({ from, to });
/** Runs `other` before the nth call of the table. */
function tableWith(other: (table: Table) => Promise<unknown>) {
  const at = { left: Number.POSITIVE_INFINITY };
  const { table } = memoryTable(async (_, when) => {
    if (when === 'before' && --at.left === 0) await other(table);
  });
  return { table, at };
}

test('concurrent requests never assign a block to two jobs', async () => {
  for (let nth = 1; nth < 10; nth++) {
    const { table, at } = tableWith((own) => addHistory(own, '1', range(50, 199), { workers: 1, now: 6 }));
    at.left = nth;
    await addHistory(table, '1', range(0, 149), { workers: 1, now: 5 });
    at.left = Number.POSITIVE_INFINITY;
    await addHistory(table, '1', range(50, 199), { workers: 1, now: 7 });
    const jobs = (await getJobs(table, '1')).map(({ from, to }) => [from, to]);
    expect([nth, jobs.reduce((sum, [from = 0, to = 0]) => sum + to - from + 1, 0)]).toEqual([nth, 200]);
  }
});

/** Three ranges of ten transactions a block; the follower starts at block 300. */
async function aHistory(table: Table) {
  for (const from of [0, 100, 200]) await addHistory(table, '1', range(from, from + 99), { workers: 1, now: 5 });
  await table.update(cursorKey('1'), { set: { [CURSOR.start]: 300, [CURSOR.fence]: 1 } });
}
async function count(table: Table, from: number): Promise<void> {
  const found = (await getJobs(table, '1')).find((job) => job.from === from);
  const held = found && (await takeJob(table, '1', found, { index: 0 }));
  await held?.set({ transactions: 1_000 });
}
const counts = async (table: Table) => readCursor((await table.get(cursorKey('1'), true)) ?? {}).counts;

test('the count before a range is known once all ranges below are counted, in any order', async () => {
  const { table } = memoryTable();
  await aHistory(table);
  await count(table, 100);
  await joinCounts(table, '1');
  expect(await counts(table)).toEqual([
    { from: 200, before: 1_000 },
    { from: 300, before: 0 },
  ]);
  await count(table, 200);
  await count(table, 0);
  await joinCounts(table, '1');
  const whole = [
    { from: 100, before: 1_000 },
    { from: 200, before: 2_000 },
    { from: 300, before: 3_000 },
  ];
  expect(await counts(table)).toEqual(whole);
  // Restarting a range keeps its count.
  const [first] = await getJobs(table, '1');
  if (first) await restartJob(table, '1', first, 6);
  await joinCounts(table, '1');
  expect(await counts(table)).toEqual(whole);
});

test('ranges that end concurrently are both counted', async () => {
  for (let nth = 1; nth < 8; nth++) {
    const { table, at } = tableWith(async (own) => {
      await count(own, 100);
      await joinCounts(own, '1');
    });
    await aHistory(table);
    await count(table, 0);
    at.left = nth;
    await joinCounts(table, '1');
    expect([nth, (await counts(table))?.find(({ from }) => from === 200)]).toEqual(
      // The other range ended later.
      at.left > 0 ? [nth, { from: 200, before: 0 }] : [nth, { from: 200, before: 2_000 }],
    );
  }
});

test('a request with more gaps than a transaction allows is added whole', async () => {
  const { table } = memoryTable();
  await addHistory(table, '1', range(1_000_000, 1_999_999), { workers: 1, now: 5 });
  expect(await addHistory(table, '1', range(0, 5_000_000), { workers: 16, now: 6 })).toBe(128);
  const jobs = await getJobs(table, '1');
  expect(jobs.reduce((sum, { from, to }) => sum + to - from + 1, 0)).toBe(5_000_001);
});

test('adding a range joins the counts below it at once', async () => {
  const { table } = memoryTable();
  await aHistory(table);
  await table.update(cursorKey('1'), { set: { [CURSOR.start]: 500 } });
  for (const from of [0, 100, 200]) await count(table, from);
  await joinCounts(table, '1');
  await addHistory(table, '1', range(300, 499), { workers: 1, now: 6 });
  expect((await counts(table))?.slice(-2)).toEqual([
    { from: 300, before: 3_000 },
    { from: 500, before: 0 },
  ]);
});

test('trace progress of a job that was restarted meanwhile is discarded', async () => {
  const { table } = memoryTable();
  await addHistory(table, '1', range(0, 99), { workers: 1, now: 5 });
  const [job] = await getJobs(table, '1');
  if (!job) throw new Error('no job');
  await setTraced(table, '1', job, { tracedFrom: 50 });
  await restartJob(table, '1', range(0, 99), 6);
  await setTraced(table, '1', job, { tracedFrom: 40, tracesEndedAt: 7 });
  expect((await getJobs(table, '1')).map(({ tracedFrom, tracesEndedAt }) => [tracedFrom, tracesEndedAt])).toEqual([
    [undefined, undefined],
  ]);
  const [again] = await getJobs(table, '1');
  await setTraced(table, '1', again ?? job, { tracedFrom: 70 });
  expect((await getJobs(table, '1'))[0]).toMatchObject({ tracedFrom: 70 });
});

test('a restart survives a worker that takes or advances the job at any call', async () => {
  for (let nth = 1; nth < 6; nth++) {
    let held: Awaited<ReturnType<typeof takeJob>>;
    const { table, at } = tableWith(async (own) => {
      const [found] = await getJobs(own, '1');
      held = found && (await takeJob(own, '1', found, { index: 0 }));
      await held?.set({ next: 50 });
    });
    await addHistory(table, '1', range(0, 99), { workers: 1, now: 5 });
    at.left = nth;
    await restartJob(table, '1', range(0, 99), 6);
    const happened = at.left <= 0;
    at.left = Number.POSITIVE_INFINITY;
    expect((await getJobs(table, '1'))[0]).toMatchObject({ next: 0 });
    if (happened) await expect(held?.set({ next: 60 })).rejects.toThrow('taken over');
  }
});
