import { runJob } from '../../../lambdas/chain/backfill/backfill-job';
import { getCursor } from '../../../lambdas/chain/follower/cursor-of';
import { addHistory, getJobs, restartJob, TakenOver, takeJob } from '../../../lambdas/chain/rows/backfill-jobs';
import { NodeDown } from '../../../lambdas/core/node/errors';
import { key } from '../../../lambdas/core/table/key';
import { entities } from '../../../lambdas/core/table/schema';
import type { Table } from '../../../lambdas/core/table/table';
import { createEvmIndexer } from '../../../lambdas/evm/indexer/indexer';
import type { Holding } from '../../../lambdas/evm/tokens/domain/holdings';
import { holdingItem, holdingKey, readHolding } from '../../../lambdas/evm/tokens/rows/holding-item';
import {
  aBackfill,
  apart,
  countAt,
  follow,
  getBlocks,
  getJob,
  never,
  START,
  word,
  workAll,
} from '../../support/follower/evm-backfill';
import { type aChain, address, aRawBlock, hash } from '../../support/make/blocks';
import { aTransfer, aWrap } from '../../support/make/logs';
import { muteLog } from '../../support/mute-log';

muteLog();

const ONE = { index: 0 };

describe('a backfill', () => {
  let once: string[];
  beforeAll(async () => {
    const { chain, table, rows, createDeps } = await aBackfill();
    await addHistory(table, chain, { from: 0, to: START - 1 }, { workers: 1, now: 5 });
    await workAll(createDeps());
    once = await rows();
  });

  test('a backfill writes every block below the follower’s first, in slices that end at round numbers', async () => {
    const { chain, table, rows, createDeps, slices, announced, nfts } = await aBackfill();
    await addHistory(table, chain, { from: 30, to: 1_000 }, { workers: 1, now: 5 });
    await workAll(createDeps());
    expect(slices).toEqual(['30-99', '100-129']);
    expect(await getJob(table, chain)).toMatchObject({ from: 30, to: 1_000, next: 130, doneAt: expect.any(Number) });
    const headers = (await rows()).filter((row) => row.startsWith('h#'));
    expect(headers.map((row) => Number(row.split(' ')[1]))).toEqual(Array.from({ length: 100 }, (_, n) => 30 + n));
    expect(announced.map((text) => (JSON.parse(text) as { token: string }).token)).toEqual([address(1), address(2)]);
    expect(nfts).toEqual([{ chainId: chain, token: address(2), kind: 'erc721', ids: ['1'] }]);
  });

  test('overlapping and repeated ranges leave the same rows as one range', async () => {
    const { chain, table, rows, createDeps } = await aBackfill();
    for (const [from, to] of [
      [60, 110],
      [0, 80],
      [0, 129],
      [70, 129],
    ] as const)
      await addHistory(table, chain, { from, to }, { workers: 1, now: 5 });
    await workAll(createDeps());
    expect(apart(once, await rows())).toEqual([]);
    const [again] = await getJobs(table, chain);
    if (again) await restartJob(table, chain, again, 6);
    await workAll(createDeps());
    expect(apart(once, await rows())).toEqual([]);
  });

  test('a crash at any table call is completed by the next run with the same rows', async () => {
    const begin = async () => {
      const made = await aBackfill({ start: 106 });
      await addHistory(made.table, made.chain, { from: 96, to: 115 }, { workers: 1, now: 5 });
      return made;
    };
    const clean = await begin();
    await workAll(clean.createDeps());
    for (let nth = 1; ; nth++) {
      const { chain, table, rows, createDeps } = await begin();
      let left = nth;
      const breaking = new Proxy(table, {
        get: (target, name: keyof Table) => {
          const method = target[name];
          if (typeof method !== 'function') return method;
          return (...args: never[]) => {
            left -= 1;
            if (left === 0) throw new Error('broken off');
            return (method as (...all: never[]) => unknown).apply(target, args);
          };
        },
      });
      const broke = await workAll(createDeps(breaking)).then(
        () => false,
        () => true,
      );
      await workAll(createDeps());
      expect([nth, apart(await clean.rows(), await rows())]).toEqual([nth, []]);
      expect((await getCursor(table, chain))?.counts).toEqual([{ from: 106, before: 16 }]);
      if (broke) continue;
      expect(nth).toBeGreaterThan(25);
      return;
    }
  });

  test('a backfill writes only final blocks, and reports that it waits for the next one', async () => {
    const { chain, table, createDeps } = await aBackfill({ head: 180 });
    await addHistory(table, chain, { from: 90, to: 129 }, { workers: 1, now: 5 });
    await workAll(createDeps());
    expect(await getJob(table, chain)).toMatchObject({ next: 117 });
    await workAll(createDeps());
    expect(await getJob(table, chain)).toMatchObject({ next: 117, lastError: 'block 117 is not final yet' });
    expect(await countAt(table, chain, 117)).toBe(0);
    expect(await countAt(table, chain, 116)).toBeGreaterThan(0);
  });

  test('a worker that lost its job to another can no longer advance it', async () => {
    const { chain, table } = await aBackfill();
    await addHistory(table, chain, { from: 0, to: 129 }, { workers: 1, now: 5 });
    const found = await getJob(table, chain);
    if (!found) throw new Error('no job');
    const first = await takeJob(table, chain, found, ONE);
    const second = await takeJob(table, chain, first?.job ?? found, ONE);
    expect(await takeJob(table, chain, found, ONE)).toBeUndefined();
    await expect(first?.set({ next: 100, cumulative: 9 })).rejects.toThrow(TakenOver);
    await second?.set({ next: 50, cumulative: 3, hash: hash(1_000_049) });
    expect(await getJob(table, chain)).toMatchObject({ next: 50, cumulative: 3, hash: hash(1_000_049), fence: 2 });
  });

  test('a backfill stops without a write when the node’s history does not connect to the stored blocks', async () => {
    const { chain, table, rows, createDeps } = await aBackfill();
    await addHistory(table, chain, { from: 0, to: 129 }, { workers: 1, now: 5 });
    await runJob(createDeps(), () => true);
    expect(await getJob(table, chain)).toMatchObject({ next: 100 });
    const before = await rows();
    const { source } = (await aBackfill({ raws: getBlocks(2) })).createDeps();
    await expect(runJob({ ...createDeps(), source }, never)).rejects.toThrow('history does not connect');
    expect(await rows()).toEqual(before);
    expect(await getJob(table, chain)).toMatchObject({ next: 100, lastError: expect.stringContaining('block 100') });
  });

  test('a backfill does not end a range that another branch continues', async () => {
    const { chain, table, createDeps } = await aBackfill();
    for (const [from, to] of [
      [0, 99],
      [100, 129],
    ] as const)
      await addHistory(table, chain, { from, to }, { workers: 1, now: 5 });
    await runJob(createDeps(), never);
    const { source } = (await aBackfill({ raws: getBlocks(2) })).createDeps();
    await expect(runJob({ ...createDeps(), source }, never)).rejects.toThrow('history does not connect: block 100');
    expect(await getJob(table, chain)).toMatchObject({ next: 100, lastError: expect.stringContaining('block 100') });
    expect((await getJob(table, chain))?.doneAt).toBeUndefined();
  });

  test('a worker that loses the race for a job takes another one', async () => {
    const { chain, table, createDeps } = await aBackfill();
    for (const from of [0, 50, 100]) await addHistory(table, chain, { from, to: from + 29 }, { workers: 1, now: 5 });
    let taken = 0;
    const slow: Table = {
      ...table,
      async updateIf(key, changes, when, signal) {
        const highest = (await getJobs(table, chain)).at(-1);
        if (++taken === 1 && highest) await takeJob(table, chain, highest, { index: 1 });
        return table.updateIf(key, changes, when, signal);
      },
    };
    await workAll(createDeps(slow, { index: 0, count: 2 }));
    expect((await getJobs(table, chain)).map(({ worker }) => worker)).toEqual([0, 0, 1]);
  });

  test('a backfill reports that the node is down, and continues once it is up', async () => {
    const { chain, table, createDeps } = await aBackfill();
    await addHistory(table, chain, { from: 0, to: 129 }, { workers: 1, now: 5 });
    const whole = createDeps();
    const blocks = async () => {
      throw new NodeDown('the node does not answer');
    };
    await expect(runJob({ ...whole, source: { ...whole.source, blocks } }, never)).rejects.toThrow(NodeDown);
    expect(await getJob(table, chain)).toMatchObject({ next: 0, lastError: 'the node does not answer' });
    await workAll(whole);
    expect((await getJob(table, chain))?.lastError).toBeUndefined();
  });
});

describe('the transaction count', () => {
  test('each range counts from zero, and its offset is stored with the cursor once known', async () => {
    const { chain, table, createDeps } = await aBackfill();
    await addHistory(table, chain, { from: 0, to: 99 }, { workers: 1, now: 5 });
    await workAll(createDeps());
    expect(await countAt(table, chain, 99)).toBe(160);
    expect((await getCursor(table, chain))?.counts).toBeUndefined();
    await addHistory(table, chain, { from: 100, to: 129 }, { workers: 1, now: 5 });
    await workAll(createDeps());
    expect(await countAt(table, chain, 129)).toBe(48);
    expect((await getCursor(table, chain))?.counts).toEqual([
      { from: 100, before: 160 },
      { from: START, before: 208 },
    ]);
  });
});

describe('activity markers', () => {
  const marker = (chain: string, who: number) => ({
    pk: key(entities.AddressChain.pk, { address: address(who) }),
    sk: key(entities.AddressChain.sk, { chain, kind: 'n' }),
  });
  test('a final activity marker stays, and one of a block that could be orphaned is replaced', async () => {
    const { chain, table, createDeps } = await aBackfill();
    await table.write([{ put: { ...marker(chain, 101), b: 134 } }, { put: { ...marker(chain, 102), b: 170 } }]);
    await addHistory(table, chain, { from: 0, to: 129 }, { workers: 1, now: 5 });
    await workAll(createDeps());
    const [stays, gaveWay] = await Promise.all([101, 102].map((who) => table.get(marker(chain, who), true)));
    expect([stays?.b, Number(gaveWay?.b) < START]).toEqual([134, true]);
  });
});

describe('holdings', () => {
  const erc20 = (who: number): Holding => ({ kind: 'erc20', token: address(1), holder: address(who) });
  const erc721 = (who: number): Holding => ({ kind: 'erc721', token: address(2), holder: address(who), id: 1n });
  const held = async (table: Table, chain: string, holding: Holding) => {
    const item = await table.get(holdingKey(chain, holding), true);
    return item && readHolding(item);
  };

  test('a holding is read once at the follower’s block, unless the follower has read it already', async () => {
    const { chain, table, createDeps, asked } = await aBackfill();
    await table.write([{ put: holdingItem(chain, erc20(101), { value: 3n, at: 189 }, 2) }]);
    await addHistory(table, chain, { from: 0, to: 129 }, { workers: 1, now: 5 });
    await workAll(createDeps());
    expect(asked).toEqual([{ number: 190, hash: hash(1_000_190) }]);
    expect(await held(table, chain, erc20(101))).toMatchObject({ amount: { value: 3n, at: 189 }, epoch: 2 });
    expect(await held(table, chain, erc20(102))).toMatchObject({ amount: { value: 7n, at: 190 }, epoch: 4 });
    expect(await held(table, chain, erc721(103))).toMatchObject({ amount: { value: 1n, at: 190 } });
    expect(await held(table, chain, erc721(104))).toBeUndefined();
  });

  test('a holding read by the follower is left alone in later slices too', async () => {
    const raws = getBlocks();
    const log = aTransfer({ kind: 'erc20', token: 1, from: 150, to: 151, value: 5n });
    raws[110] = aRawBlock(110, [{ from: 150, to: 151, logs: [log] }]);
    const { chain, table, createDeps } = await aBackfill({ raws });
    await table.write([{ put: holdingItem(chain, erc20(150), { value: 3n, at: 195 }, 2) }]);
    await addHistory(table, chain, { from: 0, to: 129 }, { workers: 1, now: 5 });
    await workAll(createDeps());
    expect(await held(table, chain, erc20(150))).toMatchObject({ amount: { value: 3n, at: 195 }, epoch: 2 });
    expect(await held(table, chain, erc20(151))).toMatchObject({ amount: { value: 7n, at: 190 } });
  });

  test('a holding that was only wrapped is read too, and its token is queued', async () => {
    const raws = getBlocks();
    raws[7] = aRawBlock(7, [{ from: 150, to: 9, logs: [aWrap({ token: 9, holder: 150 })] }]);
    const { chain, table, createDeps, announced } = await aBackfill({ raws });
    await addHistory(table, chain, { from: 0, to: 129 }, { workers: 1, now: 5 });
    await workAll(createDeps());
    const wrapped: Holding = { kind: 'erc20', token: address(9), holder: address(150) };
    expect(await held(table, chain, wrapped)).toMatchObject({ amount: { value: 7n, at: 190 } });
    expect(announced.map((text) => JSON.parse(text))).toContainEqual({ chainId: chain, token: address(9) });
  });

  test('a holding is unread if the node does not answer, and refused if the token does not', async () => {
    const silent = await aBackfill({ answer: () => undefined });
    await addHistory(silent.table, silent.chain, { from: 0, to: 129 }, { workers: 1, now: 5 });
    await workAll(silent.createDeps());
    expect(await held(silent.table, silent.chain, erc20(102))).toMatchObject({ amount: 'unread' });
    const refusing = await aBackfill({ answer: () => null });
    await addHistory(refusing.table, refusing.chain, { from: 0, to: 129 }, { workers: 1, now: 5 });
    await workAll(refusing.createDeps());
    expect(await held(refusing.table, refusing.chain, erc20(102))).toMatchObject({ amount: 'refused' });
  });

  test('a dead worker’s unchecked holdings are re-read by its successor, which first waits for its last writes', async () => {
    const one = await aBackfill();
    await addHistory(one.table, one.chain, { from: 0, to: 129 }, { workers: 1, now: 5 });
    // Fails once its first slice has overwritten newer balances of the follower.
    const ending: Table = {
      ...one.table,
      async write(writes, signal) {
        await one.table.write(writes, signal);
        if (!writes.some((write) => 'put' in write && write.put.pk.startsWith('b#'))) return;
        await one.table.write([{ put: holdingItem(one.chain, erc20(102), { value: 9n, at: 191 }, 4) }]);
        await one.table.write(writes, signal);
        await follow(one.table, one.chain, 191);
        throw new Error('the end');
      },
    };
    await expect(runJob(one.createDeps(ending), never)).rejects.toThrow('the end');
    const at = expect.any(Number);
    expect(await getJob(one.table, one.chain)).toMatchObject({ next: 0, unchecked: { since: 190, to: 99, at } });
    // A restart keeps the mark.
    const job = await getJob(one.table, one.chain);
    if (job) await restartJob(one.table, one.chain, job, 6);
    const waits: number[] = [];
    const deps = one.createDeps();
    const says9 = createEvmIndexer({
      ...{ chain: deps.chain as ReturnType<typeof aChain>, table: one.table, node: one.answering(() => word('9')) },
      storedTraces: { find: async () => undefined },
      ...{ tokenQueue: { send: async () => undefined }, nftQueue: { send: async () => undefined } },
    });
    const timer = { now: Date.now, steady: Date.now, sleep: async (ms: number) => void waits.push(ms) };
    await workAll({ ...deps, indexer: says9, timer });
    expect(waits.some((ms) => ms > 20_000 && ms <= 30_000)).toBe(true);
    expect(await held(one.table, one.chain, erc20(102))).toMatchObject({ amount: { value: 9n, at: 191 } });
    expect((await getJob(one.table, one.chain))?.unchecked).toBeUndefined();
  });
});
