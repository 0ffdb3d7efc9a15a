import { readDerived } from '../../../lambdas/chain/domain/derived-by';
import { jobKey, newJobItem } from '../../../lambdas/chain/rows/backfill-item';
import { getJobs, takeJob } from '../../../lambdas/chain/rows/backfill-jobs';
import { cursorKey, readCursor } from '../../../lambdas/chain/rows/cursor-item';
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
import { testTimer } from '../../support/follower/timer';
import { memoryTable } from '../../support/tables/memory';

const CHAIN = '43114';

async function world() {
  const { table } = memoryTable();
  await createCursor(table, CHAIN, { start: 500 }, 0);
  const derived = async () => readDerived(readCursor((await table.get(cursorKey(CHAIN), true)) ?? {}).derived);
  return { table, derived };
}

describe('the version that derived rows', () => {
  test('a follower notes it from its next block on, once', async () => {
    const { table, derived } = await world();
    expect(await derived()).toEqual([]);
    for (let session = 0; session < 2; session++) {
      const lease = await takeLease(table, { chainId: CHAIN, finalityDepth: 6 }, testTimer(), async () => undefined);
      await lease?.polled({ head: 510, headTime: 1 }, true);
      await lease?.commit({ number: 500 + session, time: 1, cumulative: 0 }, 0);
      await lease?.release();
      const held = { fence: session + 1, final: session === 0 ? -6 : 500 };
      expect(await derived()).toEqual([{ from: 500, version: DERIVATION, lease: held }]);
    }
  });

  test('a job has the one that wrote its first block', async () => {
    const { table } = await world();
    const begun = { from: 0, to: 99, transactions: 0, startedAt: 0, fence: 0 };
    await table.write([
      { put: { ...newJobItem(CHAIN, begun), n: 50 } },
      { put: newJobItem(CHAIN, { ...begun, from: 100, to: 199 }) },
    ]);
    for (const job of await getJobs(table, CHAIN)) await takeJob(table, CHAIN, job, { index: 0 });
    const versions = async () => (await getJobs(table, CHAIN)).map(({ version }) => version);
    expect(await versions()).toEqual([undefined, DERIVATION]);
    const [, second] = await getJobs(table, CHAIN);
    if (!second) throw new Error('a job is missing');
    // Taken over by another worker of this version, then by one of an earlier one.
    const held = await takeJob(table, CHAIN, second, { index: 1 });
    await held?.set({ next: 150 });
    const again = (await getJobs(table, CHAIN))[1];
    if (again) await takeJob(table, CHAIN, again, { index: 0 });
    expect(await versions()).toEqual([undefined, DERIVATION]);
    await table.update(jobKey(CHAIN, second), { add: { f: 1 } });
    const last = (await getJobs(table, CHAIN))[1];
    if (last) await takeJob(table, CHAIN, last, { index: 0 });
    expect(await versions()).toEqual([undefined, undefined]);
  });

  test('a switch to derived rows notes it, and a return takes it back', async () => {
    const { table, derived } = await world();
    const range = { from: 0, to: 99, families: ['tokens'] as const };
    const begin = () => createRederivation(table, CHAIN, range, { workers: 1, now: 0 });
    await begin();
    const change = async () => {
      const record = await getRederivation(table, CHAIN);
      const parts = await getParts(table, CHAIN);
      if (!record) throw new Error('there is no re-derivation');
      for (const part of parts) await takePart(table, CHAIN, part, record, 0);
      expect(await changeCopies(table, CHAIN, record, { parts: await getParts(table, CHAIN), now: 1 })).toBe(true);
      return derived();
    };
    expect(await change()).toEqual([{ ...range, version: DERIVATION }]);
    expect(await change()).toEqual([]);
    expect(await change()).toEqual([{ ...range, version: DERIVATION }]);
    const end = async () => {
      const record = await getRederivation(table, CHAIN);
      if (!record) throw new Error('there is no re-derivation');
      await endRederivation(table, CHAIN, record, await getParts(table, CHAIN));
    };
    // The rows of before are now of this version, too.
    await end();
    await begin();
    await change();
    expect(await change()).toEqual([{ ...range, version: DERIVATION }]);
    await change();
    await change();
    expect(await change()).toHaveLength(2);
    // Those of ended derivations become one.
    await end();
    await begin();
    expect(await change()).toHaveLength(2);
  });

  test('a worker of an earlier version lowers that of the work it goes on with', async () => {
    const { table } = await world();
    await table.write([
      { put: { ...newJobItem(CHAIN, { from: 0, to: 99, startedAt: 0, fence: 3 }), n: 50, y: 9, z: 3 } },
    ]);
    const [job] = await getJobs(table, CHAIN);
    if (!job) throw new Error('a job is missing');
    await takeJob(table, CHAIN, job, { index: 0 });
    expect((await getJobs(table, CHAIN))[0]).toMatchObject({ version: DERIVATION, versionFence: 4 });
    await createRederivation(table, CHAIN, { from: 0, to: 99, families: ['tokens'] }, { workers: 1, now: 0 });
    const record = await getRederivation(table, CHAIN);
    const [part] = await getParts(table, CHAIN);
    if (!record || !part) throw new Error('there is no re-derivation');
    await table.update(partKey(CHAIN, part), { set: { n: 50, y: 9 } });
    const later = (await getParts(table, CHAIN))[0];
    if (later) await takePart(table, CHAIN, later, record, 0);
    expect((await getParts(table, CHAIN))[0]).toMatchObject({ next: 50, version: DERIVATION });
  });
});
