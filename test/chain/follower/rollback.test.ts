import { poll } from '../../../lambdas/chain/follower/follower';
import { findOrphans, finishRollback, OtherChain, rollBack, TooDeep } from '../../../lambdas/chain/follower/rollback';
import type { BlockSummary } from '../../../lambdas/chain/kind';
import { followerDeps } from '../../support/follower/follower-deps';
import { toyBranch } from '../../support/follower/toy-branch';

async function indexed(length: number, finalityDepth = 8) {
  const world = await followerDeps(finalityDepth);
  const ours = toyBranch([], length);
  world.node.serve(ours);
  await poll(world.deps, () => false);
  world.notes.length = 0;
  return { ...world, ours };
}
const numbers = (blocks: readonly { readonly number: number }[]) => blocks.map(({ number }) => number);

describe('findOrphans', () => {
  test.each([1, 4, 8])('the search finds the %i orphaned blocks in ascending order', async (depth) => {
    const { deps, node, ours } = await indexed(20);
    node.serve(toyBranch(ours.slice(0, -depth), depth + 1, 2));
    expect(await findOrphans(deps, 20)).toMatchObject(ours.slice(-depth).map(({ number, hash }) => ({ number, hash })));
  });

  test('our blocks above a lower head count as orphans', async () => {
    const { deps, node, ours } = await indexed(20);
    node.serve(toyBranch(ours.slice(0, 15), 2, 2));
    expect(numbers(await findOrphans(deps, 16))).toEqual([15, 16, 17, 18, 19]);
  });

  test('the search finds no orphan if the node is on our branch after all', async () => {
    const { deps } = await indexed(20);
    expect(await findOrphans(deps, 19)).toEqual([]);
  });

  test('the search goes down to the first block of the index and no lower', async () => {
    const { deps, node, ours } = await indexed(5);
    node.serve(toyBranch(ours.slice(0, 1), 5, 2));
    expect(numbers(await findOrphans(deps, 5))).toEqual([1, 2, 3, 4]);
  });

  test('the search throws OtherChain if even the genesis differs', async () => {
    const { deps, node } = await indexed(5);
    node.serve(toyBranch([], 6, 2));
    await expect(findOrphans(deps, 5)).rejects.toThrow(OtherChain);
  });

  test('a reorg one block deeper than finality throws TooDeep', async () => {
    const { deps, node, ours } = await indexed(20);
    node.serve(toyBranch(ours.slice(0, -9), 10, 2));
    await expect(findOrphans(deps, 20)).rejects.toThrow(TooDeep);
  });

  test('a TooDeep error reports the finality depth and our head', async () => {
    const { deps, node, ours } = await indexed(20, 3);
    node.serve(toyBranch(ours.slice(0, 15), 6, 2));
    const found = findOrphans(deps, 20);
    await expect(found).rejects.toThrow(TooDeep);
    await expect(found).rejects.toThrow('deeper than 3 blocks below 19');
  });
});

describe('rollBack', () => {
  test('rollback deletes rows, announces each block from the head down, and lowers the cursor last', async () => {
    const { deps, lease, notes, rows, ours } = await indexed(20);
    await rollBack(deps, ours.slice(17));
    expect(notes).toEqual(['removed 19', 'removed 18', 'removed 17']);
    expect([(await rows()).at(-1), lease.cursor.number, lease.cursor.hash]).toEqual([16, 16, ours[16]?.hash]);
    expect(lease.cursor).toMatchObject({ epoch: 1, cumulative: sum(ours.slice(0, 17)) });
  });

  test('rollback of zero blocks is a no-op', async () => {
    const { deps, lease } = await indexed(5);
    const before = lease.cursor;
    await rollBack(deps, []);
    expect(lease.cursor).toEqual(before);
  });

  test('rollback of every block leaves the cursor before the first block', async () => {
    const { deps, lease, ours, rows } = await indexed(3);
    await rollBack(deps, ours);
    expect([lease.cursor.number, lease.cursor.hash, lease.cursor.cumulative, await rows()]).toEqual([
      -1,
      undefined,
      0,
      [],
    ]);
  });
});

describe('finishRollback', () => {
  test('rollback reverts the facts of all orphans from the head down before any summary', async () => {
    const { deps, lease, ours } = await indexed(20, 15);
    const calls: string[] = [];
    const indexer = {
      ...deps.indexer,
      revert: async (ancestor: number) => {
        calls.push(`begin ${ancestor}`);
        return {
          facts: async (orphans: readonly BlockSummary[]) => void calls.push(`facts ${numbers(orphans).join(' ')}`),
          summaries: async ({ number }: { number: number }) => void calls.push(`summaries ${number}`),
        };
      },
    };
    await lease.beginRollback(ours.slice(9), 0);
    await finishRollback({ ...deps, indexer }, ours.slice(9));
    expect(calls).toEqual(['begin 8', 'facts 19 18 17 16 15 14 13 12', 'facts 11 10 9', 'summaries 8']);
  });
});

const sum = (blocks: readonly BlockSummary[]) => blocks.reduce((all, { transactions }) => all + transactions, 0);
