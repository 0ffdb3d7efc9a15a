import { createChain } from '../../../lambdas/chain/backfill/history';
import { getCursor } from '../../../lambdas/chain/follower/cursor-of';
import type { BlockSummary } from '../../../lambdas/chain/kind';
import { getJobs } from '../../../lambdas/chain/rows/backfill-jobs';
import { takeLease } from '../../../lambdas/chain/rows/lease';
import type { Table } from '../../../lambdas/core/table/table';
import { scriptedNode } from '../../support/follower/scripted-node';
import { testTimer } from '../../support/follower/timer';
import { toyBranch } from '../../support/follower/toy-branch';
import { toyIndexer } from '../../support/follower/toy-chain';
import { aChain } from '../../support/make/blocks';
import { muteLog } from '../../support/mute-log';
import { type Gate, memoryTable } from '../../support/tables/memory';

muteLog();

const FINALITY_DEPTH = 8;
const BLOCKS = toyBranch([], 2_600);

/** A follower's first tick with a node of this many blocks: it takes the lease, then crashes or releases it. */
async function firstTick(table: Table, blocks: number): Promise<void> {
  const chain = aChain({ finalityDepth: FINALITY_DEPTH });
  const { source, serve } = scriptedNode((block: BlockSummary) => block);
  serve(BLOCKS.slice(0, blocks));
  const timer = testTimer();
  const deps = { chain, table, source, indexer: toyIndexer(table, 'any'), now: timer.now };
  const lease = await takeLease(table, chain, timer, () => createChain(deps));
  await lease?.release();
}

/** The chain has one job, for all blocks before its follower's first; `blocks`: block counts that the node reported. */
async function hasOneHistory(table: Table, ...blocks: readonly number[]): Promise<void> {
  const { chainId } = aChain();
  const start = (await getCursor(table, chainId))?.start ?? 0;
  expect(blocks.map((count) => count - FINALITY_DEPTH)).toContain(start);
  const jobs = (await getJobs(table, chainId)).map(({ from, to }) => ({ from, to }));
  expect(jobs).toEqual([{ from: 0, to: start - 1 }]);
}

/** Gate passes in a first tick: one before and one after each table call. */
async function passes(): Promise<number> {
  let count = 0;
  await firstTick(memoryTable(() => void count++).table, 2_500);
  return count;
}

describe('the first start of a chain with a long history', () => {
  test('the first start creates the cursor and one job for the blocks before it', async () => {
    const { table } = memoryTable();
    await firstTick(table, 2_500);
    await hasOneHistory(table, 2_500);
    await firstTick(table, 2_600);
    await hasOneHistory(table, 2_500);
  });

  test('a first start that crashes at any table call leaves exactly one job after the next start', async () => {
    for (let nth = await passes(); nth > 0; nth--) {
      let left = nth;
      const { table } = memoryTable(() => {
        left -= 1;
        if (left === 0) throw new Error('crash');
      });
      await expect(firstTick(table, 2_500)).rejects.toThrow('crash');
      await firstTick(table, 2_600);
      await hasOneHistory(table, 2_500, 2_600);
    }
  });

  test('two concurrent first starts leave exactly one job at any overlap', async () => {
    for (let nth = await passes(); nth > 0; nth--) {
      let left = nth;
      const gate: Gate = async () => {
        left -= 1;
        if (left === 0) await firstTick(table, 2_600);
      };
      const { table } = memoryTable(gate);
      await firstTick(table, 2_500);
      await hasOneHistory(table, 2_500, 2_600);
    }
  });
});
