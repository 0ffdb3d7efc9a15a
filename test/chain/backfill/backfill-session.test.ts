import { backfill } from '../../../lambdas/chain/backfill/backfill-session';
import { createPace } from '../../../lambdas/chain/follower/pace';
import { createYielding } from '../../../lambdas/chain/follower/yielding';
import type { BlockSummary } from '../../../lambdas/chain/kind';
import { addHistory, getJobs } from '../../../lambdas/chain/rows/backfill-jobs';
import { CURSOR, cursorKey } from '../../../lambdas/chain/rows/cursor-item';
import { NodeDown } from '../../../lambdas/core/node/errors';
import type { Table } from '../../../lambdas/core/table/table';
import { scriptedNode } from '../../support/follower/scripted-node';
import { testTimer } from '../../support/follower/timer';
import { toyBranch } from '../../support/follower/toy-branch';
import { toyIndexer } from '../../support/follower/toy-chain';
import { aChain } from '../../support/make/blocks';
import { muteLog } from '../../support/mute-log';
import { memoryTable } from '../../support/tables/memory';
import { throttledTable } from '../../support/tables/throttled';

muteLog();

/** The follower's first block, and the rate of the backfill below it. */
const [START, UNITS_PER_SECOND] = [600, 100];

/** Seconds of wait before the first write, until no reader can see that range. */
const SETTLE_SECONDS = 3;

/** Backfills blocks 0 to 599 of the toy chain, one unit each; returns the seconds it takes and the rows. */
async function filled(
  timer: ReturnType<typeof testTimer>,
  { table, items }: ReturnType<typeof memoryTable>,
  createIndexer = () => toyIndexer(table, 'any'),
) {
  const chain = aChain({ finalityDepth: 8 });
  const node = scriptedNode((block: BlockSummary) => block);
  node.serve(toyBranch([], START + 100));
  await table.update(cursorKey(chain.chainId), {
    set: { [CURSOR.start]: START, [CURSOR.number]: START, [CURSOR.fence]: 1 },
  });
  await addHistory(table, chain.chainId, { from: 0, to: START - 1 }, { workers: 1, now: timer.now() });
  const pace = createPace(UNITS_PER_SECOND, {
    table,
    ...timer,
    mustYield: createYielding(table, chain.chainId, timer),
  });
  const open = () => ({
    ...{ chain, table, pace },
    source: node.source,
    store: { putSlice: async () => undefined },
    indexer: createIndexer(),
    timer,
    worker: { index: 0, count: 1 },
  });
  const began = timer.now();
  await backfill(open, timer, () => false);
  expect((await getJobs(table, chain.chainId))[0]?.doneAt).toBeDefined();
  const rows = (await items()).filter((item) => item.startsWith('toy#'));
  return { seconds: (timer.now() - began) / 1_000, rows };
}

describe('a backfill', () => {
  let calm: Awaited<ReturnType<typeof filled>>;
  beforeAll(async () => {
    calm = await filled(testTimer(), memoryTable());
  });

  test('the backfill writes every block at its configured rate', () => {
    expect(calm.rows).toHaveLength(START);
    expect(calm.seconds).toBeGreaterThan(START / UNITS_PER_SECOND - 1);
    expect(calm.seconds).toBeLessThan(START / UNITS_PER_SECOND + SETTLE_SECONDS + 1);
  });

  test('the backfill slows down while the table leaves items unprocessed, and writes the same rows', async () => {
    const timer = testTimer();
    const until = timer.now() + 5_000;
    const { seconds, rows } = await filled(
      timer,
      throttledTable(() => timer.now() < until),
    );
    expect(rows).toEqual(calm.rows);
    expect(seconds - SETTLE_SECONDS).toBeGreaterThan((calm.seconds - SETTLE_SECONDS) * 2);
  });

  test('the backfill slows down and completes when the table throttles whole requests', async () => {
    const timer = testTimer();
    let refusals = 3;
    const table = memoryTable((call, when) => {
      if (call !== 'BatchWriteItem' || when === 'after' || refusals-- <= 0) return;
      throw Object.assign(new Error('scripted'), { name: 'ProvisionedThroughputExceededException' });
    });
    const { seconds, rows } = await filled(timer, table);
    expect(rows).toEqual(calm.rows);
    expect(seconds - SETTLE_SECONDS).toBeGreaterThan((calm.seconds - SETTLE_SECONDS) * 2);
  });

  test('the backfill loses no block when the node fails between caching and writing', async () => {
    const store = memoryTable();
    let failures = 3;
    const createIndexer = () => {
      const toy = toyIndexer(store.table, 'any');
      const done = new Set<number>();
      const apply: typeof toy.apply = async (blocks, on) => {
        const fresh = blocks.filter(({ number }) => !done.has(number));
        for (const { number } of fresh) done.add(number);
        if (done.size > 100 && failures-- > 0) throw new NodeDown('the node does not answer');
        await toy.apply(fresh, on);
      };
      return { ...toy, apply };
    };
    const { rows } = await filled(testTimer(), store, createIndexer);
    expect(failures).toBeLessThan(0);
    expect(rows.map((row) => row.split(' ')[1])).toEqual(calm.rows.map((row) => row.split(' ')[1]));
  });

  test('the backfill yields to a follower that is catching up', async () => {
    const timer = testTimer();
    const store = memoryTable();
    const follower = (head: number) =>
      store.table.update(cursorKey(aChain().chainId), {
        set: { [CURSOR.head]: head, [CURSOR.headTime]: 1_000, [CURSOR.polledAt]: timer.now() },
      });
    await follower(START + 50);
    let reads = 0;
    const get: Table['get'] = async (...args) => {
      // It has caught up after about twenty seconds.
      if (++reads === 20) await follower(START);
      return store.table.get(...args);
    };
    const table = { ...store.table, get };
    const { seconds, rows } = await filled(timer, { ...store, table });
    expect(rows).toEqual(calm.rows);
    expect(seconds).toBeGreaterThan(calm.seconds + 10);
    expect(seconds).toBeLessThan(calm.seconds * 8);
  });
});
