import { readDerived } from '../../../lambdas/chain/domain/derived-by';
import { jobKey, newJobItem } from '../../../lambdas/chain/rows/backfill-item';
import { getJobs, takeJob } from '../../../lambdas/chain/rows/backfill-jobs';
import { CURSOR, cursorKey, readCursor } from '../../../lambdas/chain/rows/cursor-item';
import { takeLease } from '../../../lambdas/chain/rows/lease';
import { createCursor } from '../../../lambdas/chain/rows/new-cursor';
import { partKey } from '../../../lambdas/chain/rows/rederivation-item';
import {
  changeCopies,
  createRederivation,
  endRederivation,
  getParts,
  getRederivation,
  takePart,
} from '../../../lambdas/chain/rows/rederivations';
import { DERIVATION } from '../../../lambdas/core/domain/derivations';
import type { Table } from '../../../lambdas/core/table/table';
import { testTimer } from '../../support/follower/timer';
import { memoryTable } from '../../support/tables/memory';

const CHAIN = '43114';
const CHAIN_SETTINGS = { chainId: CHAIN, finalityDepth: 6 };
const RANGE = { from: 0, to: 99, families: ['tokens'] as const };

async function world() {
  const { table } = memoryTable();
  await createCursor(table, CHAIN, { start: 500 }, 0);
  const derived = async () => readDerived(readCursor((await table.get(cursorKey(CHAIN), true)) ?? {}).derived);
  const note = (text: string) => table.update(cursorKey(CHAIN), { set: { [CURSOR.derived]: text } });
  return { table, derived, note };
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('it is missing');
  return value;
}

/** Changes the cursor right after it is read. */
const changedAfterRead = (table: Table, change: () => Promise<unknown>): Table => ({
  ...table,
  get: async (key, consistent) => {
    const item = await table.get(key, consistent);
    if (key.sk === cursorKey(CHAIN).sk) await change();
    return item;
  },
});

describe('a follower', () => {
  test('notes its version once, from its next block on, with the last final block', async () => {
    const { table, derived } = await world();
    expect(await derived()).toEqual([]);
    for (let session = 0; session < 2; session++) {
      const lease = await takeLease(table, CHAIN_SETTINGS, testTimer(), async () => undefined);
      await lease?.polled({ head: 510, headTime: 1 }, true);
      await lease?.commit({ number: 500 + session, time: 1, cumulative: 0 }, 0);
      await lease?.release();
      const held = { fence: session + 1, final: session === 0 ? -6 : 500 };
      expect(await derived()).toEqual([{ from: 500, version: DERIVATION, lease: held }]);
    }
  });

  test('does not take the lease with notes that have changed since it read them', async () => {
    const { table, derived, note } = await world();
    const between = changedAfterRead(table, () => note('0-99:2:tokens:7'));
    expect(await takeLease(between, CHAIN_SETTINGS, testTimer(), async () => undefined)).toBeUndefined();
    expect(await derived()).toEqual([{ ...RANGE, version: 2, at: 7 }]);
  });
});

describe('a job of history', () => {
  const begun = { from: 0, to: 99, startedAt: 0, fence: 3 };
  const getJob = async (table: Table) => present((await getJobs(table, CHAIN))[0]);
  const take = async (table: Table, index = 0) => present(await takeJob(table, CHAIN, await getJob(table), { index }));

  test('keeps the version of its first block for a worker of this version that takes it over', async () => {
    const { table } = await world();
    await table.write([{ put: newJobItem(CHAIN, begun) }]);
    await (await take(table)).set({ next: 50 });
    await take(table, 1);
    expect(await getJob(table)).toMatchObject({ version: DERIVATION, versionFrom: 0, versionFence: 5, fence: 5 });
  });

  test('has this version from its next block on after a worker of release 0.1.0', async () => {
    const { table } = await world();
    await table.write([{ put: { ...newJobItem(CHAIN, begun), n: 50 } }]);
    await (await take(table)).set({ next: 60 });
    expect(await getJob(table)).toMatchObject({ version: DERIVATION, versionFrom: 50, versionFence: 4 });
    await table.update(jobKey(CHAIN, begun), { set: { n: 70 }, add: { f: 1 } });
    await take(table);
    expect(await getJob(table)).toMatchObject({ version: DERIVATION, versionFrom: 70, versionFence: 6 });
  });

  test('has the version of the earlier worker of two', async () => {
    const { table } = await world();
    await table.write([{ put: { ...newJobItem(CHAIN, begun), n: 50, y: DERIVATION + 1, i: 0, z: 3 } }]);
    await take(table);
    expect(await getJob(table)).toMatchObject({ version: DERIVATION, versionFrom: 0, versionFence: 4 });
  });

  test('is not taken with a version if another worker has written blocks since it was read', async () => {
    const { table } = await world();
    await table.write([{ put: newJobItem(CHAIN, begun) }]);
    const read = await getJob(table);
    await table.update(jobKey(CHAIN, begun), { set: { n: 50 } });
    expect(await takeJob(table, CHAIN, read, { index: 0 })).toBeUndefined();
  });
});

describe('a re-derivation', () => {
  async function rederivation() {
    const own = await world();
    const { table } = own;
    const record = async () => present(await getRederivation(table, CHAIN));
    const part = async () => present((await getParts(table, CHAIN))[0]);
    let now = 0;
    return {
      ...own,
      record,
      part,
      begin: () => createRederivation(table, CHAIN, RANGE, { workers: 1, now: 0 }),
      take: async () => takePart(table, CHAIN, await part(), await record(), 0),
      async end(): Promise<void> {
        await endRederivation(table, CHAIN, await record(), await getParts(table, CHAIN));
      },
      async switch(by: Table = table): Promise<boolean> {
        now += 10;
        return changeCopies(by, CHAIN, await record(), { parts: await getParts(table, CHAIN), now });
      },
    };
  }
  const noted = (at: number) => ({ ...RANGE, version: DERIVATION, at });

  test('adds a note when its rows come into use, and a return removes it', async () => {
    const own = await rederivation();
    await own.begin();
    await own.take();
    for (const notes of [[noted(10)], [], [noted(30)]]) {
      expect(await own.switch()).toBe(true);
      expect(await own.derived()).toEqual(notes);
    }
  });

  test('keeps an earlier note for the same blocks, and joins the notes of finished re-derivations', async () => {
    const own = await rederivation();
    for (const notes of [
      [[noted(10)], [], [noted(30)]],
      [[noted(30), noted(40)], [noted(30)], [noted(30), noted(60)]],
      [[noted(60), noted(70)]],
    ]) {
      await own.begin();
      await own.take();
      for (const one of notes) {
        await own.switch();
        expect(await own.derived()).toEqual(one);
      }
      await own.end();
    }
  });

  test('does not switch with notes that have changed since they were read', async () => {
    const own = await rederivation();
    await own.begin();
    await own.take();
    expect(await own.switch(changedAfterRead(own.table, () => own.note('500-:2::1/0')))).toBe(false);
    expect(await own.derived()).toEqual([{ from: 500, version: 2, lease: { fence: 1, final: 0 } }]);
  });

  test('has the version of the earlier worker of two', async () => {
    const own = await rederivation();
    await own.begin();
    await own.table.update(partKey(CHAIN, RANGE), { set: { n: 50, y: DERIVATION + 1 } });
    await own.take();
    expect(await own.part()).toMatchObject({ next: 50, version: DERIVATION });
  });

  test('does not let a worker note its version for blocks that another has written since it read the part', async () => {
    const own = await rederivation();
    await own.begin();
    const [part, record] = [await own.part(), await own.record()];
    await own.table.update(partKey(CHAIN, RANGE), { set: { n: 50 } });
    expect(await takePart(own.table, CHAIN, part, record, 0)).toBeUndefined();
  });
});
