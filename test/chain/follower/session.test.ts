import { visibleBlock } from '../../../lambdas/chain/domain/cursor';
import { chainHealth } from '../../../lambdas/chain/domain/health';
import { transactionsBefore } from '../../../lambdas/chain/domain/transaction-counts';
import { getCursor } from '../../../lambdas/chain/follower/cursor-of';
import type { BlockSummary } from '../../../lambdas/chain/kind';
import { CURSOR, cursorKey } from '../../../lambdas/chain/rows/cursor-item';
import { sleep } from '../../../lambdas/core/runtime/clock';
import { toRows, wrongEvents } from '../../support/follower/checks';
import { type Kill, type Simulation, simulation } from '../../support/follower/simulation';
import { toyBranch } from '../../support/follower/toy-branch';
import { toyIndexer } from '../../support/follower/toy-chain';
import { muteLog } from '../../support/mute-log';

muteLog();

const toy = (order: 'any' | 'sequential' = 'any', reorganises = true, settings = {}) =>
  simulation<BlockSummary>(
    { summary: (block) => block, createIndexer: (table) => toyIndexer(table, order, reorganises) },
    settings,
  );
const cursor = async ({ table, chain }: Simulation<BlockSummary>) => {
  const found = await getCursor(table, chain.chainId);
  if (!found) throw new Error('no cursor');
  return found;
};
/** The index equals the node's branch, and its events are correct. */
async function followsNode(sim: Simulation<BlockSummary>, order: 'any' | 'sequential' = 'any'): Promise<void> {
  const { branch } = sim.node;
  const scratch = toy(order);
  scratch.node.serve(branch);
  await scratch.follow();
  expect(await toRows(sim)).toEqual(await toRows(scratch));
  expect(await cursor(sim)).toMatchObject({
    number: branch.length - 1,
    hash: branch.at(-1)?.hash,
    cumulative: branch.reduce((sum, { transactions }) => sum + transactions, 0),
    halted: false,
  });
  expect((await cursor(sim)).pending).toBeUndefined();
  expect(wrongEvents(sim, branch)).toEqual([]);
}

/** Each step of indexing and rollback, and how often a session reaches it here. */
const STEPS = {
  'raw put': 2,
  pending: 2,
  incarnation: 2,
  rows: 2,
  events: 2,
  cursor: 2,
  deletes: 1,
  'removed events': 1,
};
const KILLS: Kill[] = Object.entries(STEPS).flatMap(([step, times]) =>
  (['before', 'after'] as const).flatMap((when) =>
    Array.from({ length: times }, (_, i) => ({ step, when, nth: i + 1 })),
  ),
);

describe.each(['any', 'sequential'] as const)('a non-EVM chain with blocks applied in `%s` order', (order) => {
  test('the follower reaches the head, and follows it as it grows', async () => {
    const sim = toy(order);
    const first = toyBranch([], 40);
    sim.node.serve(first);
    await sim.follow();
    await followsNode(sim, order);
    sim.node.serve(toyBranch(first, 3));
    await sim.follow();
    await followsNode(sim, order);
  });

  test.each([1, 3, 8])('the follower switches to a branch that forks %i blocks below the head', async (depth) => {
    const sim = toy(order);
    const ours = toyBranch([], 30);
    sim.node.serve(ours);
    await sim.follow();
    sim.node.serve(toyBranch(ours.slice(0, -depth), depth + 2, 2));
    await sim.follow();
    await followsNode(sim, order);
  });

  test('a block that becomes canonical again gets its second incarnation', async () => {
    const sim = toy(order);
    const ours = toyBranch([], 12);
    const theirs = toyBranch(ours.slice(0, 10), 3, 2);
    for (const branch of [ours, theirs, toyBranch(ours, 2)]) {
      sim.node.serve(branch);
      await sim.follow();
      await followsNode(sim, order);
    }
    const hash = ours[11]?.hash;
    const own = sim.published.filter((id) => id.includes(`${hash}`)).map((id) => id.split(':').slice(2).join(':'));
    expect(own).toEqual(['added:1', 'removed:1', 'added:2']);
  });

  test.each(KILLS)('a kill $when $step ($nth) loses and duplicates nothing', async (kill) => {
    const sim = toy(order);
    const ours = toyBranch([], 20);
    sim.node.serve(ours);
    await sim.follow();
    // A rollback and new blocks in one session.
    sim.node.serve(toyBranch(toyBranch(ours.slice(0, 18), 3, 2), 20, 2));
    const killed = await sim.follow(kill);
    expect([kill, killed]).toEqual([kill, true]);
    // The node switches to a third branch while the process is down: an ordinary reorg of the pending blocks.
    sim.node.serve(toyBranch(sim.node.branch.slice(0, -2), 4, 3));
    expect(await sim.follow()).toBe(false);
    await followsNode(sim, order);
  });
});

test.each([4, 15])('a head that falls back by %i blocks is reported and waited out', async (blocks) => {
  const sim = toy();
  sim.node.serve(toyBranch([], 20));
  await sim.follow();
  sim.node.lagBy(blocks);
  await sim.follow();
  expect(await cursor(sim)).toMatchObject({ number: 19, head: 19 - blocks, halted: false });
  sim.node.lagBy(0);
  await sim.follow();
  await followsNode(sim);
});

test('intermittent node failures only cost time', async () => {
  const sim = toy();
  sim.node.serve(toyBranch([], 60));
  let calls = 0;
  sim.node.fail(() => ++calls % 3 !== 0);
  await sim.follow(undefined, 600);
  sim.node.fail();
  await sim.follow();
  await followsNode(sim);
});

test('no session takes the lease within three seconds of a failed write, which may still land', async () => {
  const sim = toy();
  sim.node.serve(toyBranch([], 5));
  const began = sim.timer.now();
  await sim.follow();
  const without = sim.timer.now() - began;
  sim.node.serve(toyBranch([], 8));
  sim.failOnce('rows');
  const failed = sim.timer.now();
  await sim.follow();
  await followsNode(sim);
  expect(sim.timer.now() - failed).toBeGreaterThanOrEqual(without + 3_000);
});

test('a node outage is reported after ten seconds of failures, and cleared on recovery', async () => {
  const sim = toy();
  sim.node.serve(toyBranch([], 5));
  await sim.follow();
  sim.node.fail(() => true);
  await sim.follow(undefined, 9);
  expect((await cursor(sim)).lastError).toBeUndefined();
  await sim.follow(undefined, 15);
  expect(await cursor(sim)).toMatchObject({ lastError: expect.stringContaining('scripted'), halted: false });
  sim.node.fail();
  await sim.follow();
  expect((await cursor(sim)).lastError).toBeUndefined();
});

test('a load balancer over nodes on two branches never makes the index mix them', async () => {
  const sim = toy();
  const ours = toyBranch([], 20);
  sim.node.serve(ours);
  await sim.follow();
  const theirs = toyBranch(ours.slice(0, 17), 6, 2);
  sim.node.serve(toyBranch(ours, 2));
  sim.node.disagreeWith(theirs);
  await sim.follow(undefined, 30);
  const rows = (await toRows(sim)).map((row) => / h=(\w+)/.exec(row)?.[1]);
  const whole = [sim.node.branch, theirs].map((branch) => branch.map(({ hash }) => hash));
  expect(whole.some((hashes) => rows.every((hash, i) => hash === hashes[i]))).toBe(true);
  sim.node.disagreeWith();
  await sim.follow();
  await followsNode(sim);
});

test('a reorg deeper than finality halts the chain until the node is back on our branch', async () => {
  const sim = toy('any', true, { finalityDepth: 3 });
  const ours = toyBranch([], 20);
  sim.node.serve(ours);
  await sim.follow();
  const before = await toRows(sim);
  sim.node.serve(toyBranch(ours.slice(0, 12), 10, 2));
  await sim.follow(undefined, 5);
  expect(await cursor(sim)).toMatchObject({
    number: 19,
    halted: true,
    lastError: expect.stringContaining('deeper than 3'),
    head: 19,
    stray: { head: 21 },
  });
  expect(await toRows(sim)).toEqual(before);
  // Health reports the current lag, not the lag at the time of the halt.
  sim.node.serve(toyBranch(ours.slice(0, 12), 30, 2));
  await sim.follow(undefined, 5);
  const halted = chainHealth({ chainName: 'A', finalityDepth: 3 }, await cursor(sim), [], sim.timer.now());
  expect(halted).toMatchObject({ head: 41, finalized: 16, indexedBlock: 19, lagBlocks: 22, halted: true });
  expect('lagSeconds' in halted && halted.lagSeconds).toBeGreaterThan(0);
  sim.node.serve(ours);
  await sim.follow();
  expect(await cursor(sim)).toMatchObject({ number: 19, halted: false });
  expect((await cursor(sim)).stray).toBeUndefined();
});

test('health follows the head of a node that serves another chain', async () => {
  const sim = toy('any', true, { finalityDepth: 3 });
  sim.node.serve(toyBranch([], 20));
  await sim.follow();
  for (const blocks of [6, 25, 40]) {
    sim.node.serve(toyBranch([], blocks, 7));
    await sim.follow(undefined, 12);
    const shown = chainHealth({ chainName: 'A', finalityDepth: 3 }, await cursor(sim), [], sim.timer.now());
    expect(shown).toMatchObject({ status: 'down', head: blocks - 1, lagBlocks: Math.max(0, blocks - 20) });
    expect(await cursor(sim)).toMatchObject({ number: 19, head: 19 });
  }
});

test('a branch too deep to follow halts only its own chain, even while its next blocks are prepared', async () => {
  const sim = simulation<BlockSummary>(
    {
      summary: (block) => block,
      createIndexer(table) {
        const indexer = toyIndexer(table, 'any');
        const prepare: typeof indexer.prepare = async (blocks, head) => {
          await sleep(20);
          return indexer.prepare(blocks, head);
        };
        return { ...indexer, prepare };
      },
    },
    { finalityDepth: 3 },
  );
  const ours = toyBranch([], 20);
  sim.node.serve(ours);
  await sim.follow();
  const unhandled = jest.fn();
  process.on('unhandledRejection', unhandled);
  sim.node.serve(toyBranch(ours.slice(0, 12), 200, 2));
  await sim.follow(undefined, 5);
  process.off('unhandledRejection', unhandled);
  expect(await cursor(sim)).toMatchObject({ number: 19, halted: true });
  // The chain shares its process with others.
  expect(unhandled).not.toHaveBeenCalled();
});

test('a chain that never reorganises halts on a different block, and rolls nothing back', async () => {
  const sim = toy('any', false);
  const ours = toyBranch([], 20);
  sim.node.serve(ours);
  await sim.follow();
  const before = await toRows(sim);
  sim.node.serve(toyBranch(ours.slice(0, 18), 4, 2));
  await sim.follow(undefined, 5);
  expect(await cursor(sim)).toMatchObject({
    number: 19,
    halted: true,
    lastError: expect.stringContaining('never reorganises'),
  });
  expect(await toRows(sim)).toEqual(before);
  sim.node.serve(toyBranch(ours, 2));
  await sim.follow();
  expect(await cursor(sim)).toMatchObject({ number: 21, halted: false });
});

test('readers never see a block of an unfinished rollback', async () => {
  const sim = toy();
  const ours = toyBranch([], 20);
  sim.node.serve(ours);
  await sim.follow();
  sim.node.serve(toyBranch(ours.slice(0, 17), 5, 2));
  expect(await sim.follow({ step: 'deletes', when: 'before', nth: 1 })).toBe(true);
  expect(visibleBlock(await cursor(sim))).toBe(16);
});

test('a long history is backfilled alongside the follower if blocks can be written in any order', async () => {
  const whole = toyBranch([], 2_500);
  const sim = toy();
  sim.node.serve(whole);
  await sim.follow();
  expect(await cursor(sim)).toMatchObject({ start: 2_492, number: 2_499 });
  for (const step of ['raw slice put', 'rows', 'job moved'])
    for (const when of ['before', 'after'] as const)
      expect([step, when, await sim.backfill({ step, when, nth: 2 })]).toEqual([step, when, true]);
  expect(await sim.backfill()).toBe(false);
  expect(await toRows(sim)).toHaveLength(2_500);
  const { counts, cumulative, start } = await cursor(sim);
  expect(transactionsBefore(counts, start) + cumulative).toBe(
    whole.reduce((sum, { transactions }) => sum + transactions, 0),
  );
});

test('a long sequential chain is followed from its first block', async () => {
  const sim = toy('sequential');
  sim.node.serve(toyBranch([], 2_100));
  await sim.follow(undefined, 600);
  expect(await cursor(sim)).toMatchObject({ start: 0, number: 2_099 });
  expect((await toRows(sim)).at(-1)).toContain(`sum=${(2_099 * 2_100) / 2}`);
});

describe('side work', () => {
  /** Work that reports itself behind `times` times; `seen`: whether the lease is held at its start and end. */
  const withWork = (times: number) => {
    const seen: [string, boolean][] = [];
    let left = times;
    const look = async (what: string) => seen.push([what, (await cursor(sim)).leaseUntil > sim.timer.now()]);
    const sim = simulation<BlockSummary>({
      summary: (block) => block,
      createIndexer: (table) => toyIndexer(table, 'any', true),
      createBeside() {
        const started = look('start');
        return {
          isBehind: () => left-- > 0,
          async end() {
            await started;
            await look('end');
          },
        };
      },
    });
    sim.node.serve(toyBranch([], 5));
    return { sim, seen, asked: () => times - left };
  };
  test('side work starts and ends under the lease, which is held until it has caught up', async () => {
    const { sim, seen, asked } = withWork(4);
    await sim.follow();
    expect(seen).toEqual([
      ['start', true],
      ['end', true],
    ]);
    expect(asked()).toBe(5);
    expect((await cursor(sim)).leaseUntil).toBe(0);
  });
  test('side work of a failed session ends before the next session starts', async () => {
    const { sim, seen } = withWork(0);
    sim.failOnce('rows');
    await sim.follow();
    expect(seen.map(([what]) => what)).toEqual(['start', 'end', 'start', 'end']);
    expect(seen.every(([, isHeld]) => isHeld)).toBe(true);
  });
});

test.each(['a chain that fails each time', 'a lease that another holds'])(
  '%s does not keep an invocation beyond its turn',
  async (what) => {
    const sim = toy();
    sim.node.serve(toyBranch([], 5));
    if (what === 'a chain that fails each time') sim.node.fail((asked) => asked === 'identity');
    else {
      await sim.follow();
      const renew = () =>
        sim.table.update(cursorKey(sim.chain.chainId), { set: { [CURSOR.leaseUntil]: sim.timer.now() + 10_000 } });
      await renew();
      sim.timer.every(1_000, () => void renew());
    }
    const began = sim.timer.now();
    await sim.follow(undefined, 100, 45);
    // The first check after its turn.
    expect(Math.round((sim.timer.now() - began) / 1_000)).toBe(46);
  },
);

test('a node of another chain is rejected before anything is written', async () => {
  const sim = toy();
  sim.node.serve(toyBranch([], 5));
  sim.node.fail((asked) => asked === 'identity');
  await sim.follow(undefined, 5);
  expect(await sim.items()).toEqual([]);
});
