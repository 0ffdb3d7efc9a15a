import fc from 'fast-check';
import { runJob } from '../../../lambdas/chain/backfill/backfill-job';
import type { BlockRef } from '../../../lambdas/chain/domain/block';
import { newRanges } from '../../../lambdas/chain/domain/history-plan';
import { getCursor } from '../../../lambdas/chain/follower/cursor-of';
import { addHistory, getJobs } from '../../../lambdas/chain/rows/backfill-jobs';
import { cursorKey, writePending } from '../../../lambdas/chain/rows/cursor-item';
import type { Table } from '../../../lambdas/core/table/table';
import type { Hex } from '../../../lambdas/evm/domain/rpc';
import type { Question } from '../../../lambdas/evm/tokens/domain/holdings';
import { holdingItem } from '../../../lambdas/evm/tokens/rows/holding-item';
import { aBackfill, apart, follow, getBlocks, never, START, word, workAll } from '../../support/follower/evm-backfill';
import { FULL, repeatedRuns } from '../../support/full';
import { address, hash } from '../../support/make/blocks';
import { muteLog } from '../../support/mute-log';

muteLog();

/** From this block on, the follower reads 9 of token 1 for every holder instead of 7. */
const MOVED = 195;
const answer = ({ kind }: Question, at: BlockRef): Hex =>
  kind === 'erc721' ? word(address(103).slice(2)) : word(at.number >= MOVED ? '9' : '7');

type World = Awaited<ReturnType<typeof aBackfill>>;

/** Rows without the block at which a balance was read. */
const toRows = async ({ rows }: World): Promise<string[]> =>
  (await rows()).map((row) => (row.startsWith('b#') ? row.replaceAll(/ n=\d+/g, '') : row));

/** The follower indexes a block that moves every balance: it writes `pending`, then rows, then the cursor. */
async function followOn(table: Table, chain: string): Promise<void> {
  const pending = writePending({ kind: 'index', blocks: [{ number: MOVED, hash: hash(1_000_000 + MOVED) }] });
  await table.update(cursorKey(chain), { set: pending });
  const held = Array.from(
    { length: 7 },
    (_, n) => ({ kind: 'erc20', token: address(1), holder: address(100 + n) }) as const,
  );
  await table.write(held.map((one) => ({ put: holdingItem(chain, one, { value: 9n, at: MOVED }, 4) })));
  await follow(table, chain, MOVED);
  await table.update(cursorKey(chain), { remove: Object.keys(pending) });
}

/** The rows of a single worker that backfills in order, after the follower has moved. */
async function inOrder(): Promise<string[]> {
  const world = await aBackfill({ answer });
  await addHistory(world.table, world.chain, { from: 0, to: START - 1 }, { workers: 1, now: 5 });
  await workAll(world.createDeps());
  await followOn(world.table, world.chain);
  return toRows(world);
}

class Killed extends Error {}

/** The table of a process that is killed at its `last` call; later calls have no effect. */
function until(table: Table, last: number, turn: () => Promise<void>): Table {
  let left = last;
  return new Proxy(table, {
    get(target, name: keyof Table) {
      const method = target[name];
      if (typeof method !== 'function') return method;
      return async (...args: never[]) => {
        await turn();
        if (--left <= 0) throw new Killed();
        const result = await (method as (...all: never[]) => unknown).apply(target, args);
        await turn();
        if (left <= 0) throw new Killed();
        return result;
      };
    },
  });
}

const range = fc
  .tuple(fc.nat(START - 1), fc.nat(START - 1))
  .map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }));

test('concurrent workers with kills and overlapping requests leave the same rows as one worker in order', async () => {
  const expected = await inOrder();
  const seen = { kills: 0, atOnce: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(range, { maxLength: 5 }),
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.integer({ min: 3, max: 60 }), { maxLength: 6 }),
      fc.integer({ min: 1, max: 120 }),
      async (scheduler, requests, count, kills, followsAfter) => {
        const world = await aBackfill({ answer });
        const { table, chain, createDeps } = world;
        for (const [n, one] of [...requests, { from: 0, to: START - 1 }].entries())
          await addHistory(table, chain, one, { workers: count, now: n });
        let [calls, moved] = [0, Promise.resolve()];
        const turn = async () => {
          if (++calls === followsAfter) moved = followOn(table, chain);
          await scheduler.schedule(Promise.resolve());
        };
        const work = async (index: number) => {
          for (;;) {
            const lastCall = kills.pop() ?? Number.POSITIVE_INFINITY;
            const deps = createDeps(until(table, lastCall, turn), { index, count });
            try {
              while ((await runJob(deps, never)) === 'advanced');
              return;
            } catch (error) {
              if (!(error instanceof Killed)) throw error;
              seen.kills += 1;
            }
          }
        };
        const all = Promise.all(Array.from({ length: count }, (_, index) => work(index)));
        await scheduler.waitFor(all);
        await moved;
        if (calls < followsAfter) await followOn(table, chain);
        const jobs = await getJobs(table, chain);
        seen.atOnce = Math.max(seen.atOnce, new Set(jobs.map(({ worker }) => worker)).size);
        expect(jobs.filter(({ doneAt }) => doneAt === undefined)).toEqual([]);
        expect(apart(expected, await toRows(world))).toEqual([]);
        expect((await getCursor(table, chain))?.hidden).toBeUndefined();
      },
    ),
    repeatedRuns(12),
  );
  expect(seen.kills).toBeGreaterThan(0);
  expect(seen.atOnce).toBeGreaterThan(1);
});

/** Rounds in which workers that end together join their counts one by one, for any history length. */
const ROUNDS_TO_JOIN = 20;

/** Waits until no further request is made. Compression runs in other threads. */
async function quiet(requests: () => number): Promise<void> {
  for (let [same, before] = [0, -1]; same < 3; before = requests()) {
    for (let n = 0; n < 20; n++) await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setTimeout(resolve, 1));
    same = requests() === before ? same + 1 : 0;
  }
}

/**
 * Indexes four ranges with `count` workers and requests of equal duration. Returns the rounds of requests, and the
 * requests in flight per round.
 */
async function inRounds(count: number): Promise<{ readonly rounds: number; readonly perRound: number }> {
  const [blocks, depth] = [FULL ? 2_400 : 2_000, 64];
  const raws = getBlocks(1, blocks + depth + 1);
  const { table, chain, createDeps } = await aBackfill({ answer, raws, head: raws.length - 1, start: blocks });
  expect(await addHistory(table, chain, { from: 0, to: blocks - 1 }, { workers: 4, now: 5 })).toBe(4);
  let waiting: (() => void)[] = [];
  const turn = () => new Promise<void>((resolve) => waiting.push(resolve));
  let working = true;
  const work = async (index: number) => {
    const deps = createDeps(until(table, Number.POSITIVE_INFINITY, turn), { index, count });
    while ((await runJob(deps, never)) === 'advanced');
  };
  const done = Promise.all(Array.from({ length: count }, (_, index) => work(index))).then(() => {
    working = false;
  });
  let [rounds, requests] = [0, 0];
  while (working) {
    const round = waiting;
    waiting = [];
    for (const go of round) go();
    [rounds, requests] = [rounds + Math.sign(round.length), requests + round.length];
    await quiet(() => waiting.length);
  }
  await done;
  return { rounds, perRound: requests / rounds };
}

test('four workers keep 3.5 times the requests in flight and end 3.5 times sooner, apart from joining counts', async () => {
  const [one, four] = [await inRounds(1), await inRounds(4)];
  expect((one.rounds - ROUNDS_TO_JOIN) / (four.rounds - ROUNDS_TO_JOIN)).toBeGreaterThan(3.5);
  expect(four.perRound / one.perRound).toBeGreaterThan(3.5);
});

test('new ranges cover each block of a history once, regardless of existing ranges', () => {
  const large = fc.tuple(fc.nat(3_000_000), fc.nat(300_000)).map(([from, size]) => ({ from, to: from + size }));
  fc.assert(
    fc.property(
      fc.array(large, { maxLength: 4 }),
      large,
      fc.integer({ min: 1, max: 16 }),
      (requests, last, workers) => {
        let known: { from: number; to: number }[] = [];
        for (const one of [...requests, last])
          for (let added = newRanges(known, one, workers); added.length > 0; added = newRanges(known, one, workers)) {
            known = [...known, ...added];
            // Together with the plan's version, they must fit in one transaction.
            expect(added.length).toBeLessThan(100);
          }
        const sorted = known.toSorted((a, b) => a.from - b.from);
        for (const [i, one] of sorted.entries()) {
          expect(one.from).toBeLessThanOrEqual(one.to);
          expect(one.from).toBeGreaterThan(sorted[i - 1]?.to ?? -1);
        }
        const blocks = (ranges: readonly { from: number; to: number }[]) =>
          ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0);
        const inside = sorted.map(({ from, to }) => ({ from: Math.max(from, last.from), to: Math.min(to, last.to) }));
        expect(blocks(inside.filter(({ from, to }) => from <= to))).toBe(blocks([last]));
        expect(newRanges(known, last, workers)).toEqual([]);
      },
    ),
  );
});

test('ranges begin at round numbers, one per worker, or four per worker for a long history', () => {
  expect(newRanges([], { from: 30, to: 2_029 }, 4)).toEqual([
    { from: 30, to: 499 },
    { from: 500, to: 999 },
    { from: 1_000, to: 1_499 },
    { from: 1_500, to: 2_029 },
  ]);
  expect(newRanges([], { from: 0, to: 700 }, 4)).toEqual([{ from: 0, to: 700 }]);
  expect(newRanges([], { from: 0, to: 99_999_999 }, 4)).toHaveLength(16);
});
