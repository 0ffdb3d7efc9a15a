import { poll, recover } from '../../../lambdas/chain/follower/follower';
import { createIdleWork } from '../../../lambdas/chain/follower/idle-work';
import { OtherChain, TooDeep } from '../../../lambdas/chain/follower/rollback';
import type { BlockIndexer, BlockSummary } from '../../../lambdas/chain/kind';
import { followerDeps } from '../../support/follower/follower-deps';
import { toyBranch } from '../../support/follower/toy-branch';

const never = () => false;

describe('poll', () => {
  test('polling indexes up to the head, storing raw blocks first and publishing events last', async () => {
    const { deps, node, notes, rows, lease } = await followerDeps();
    node.serve(toyBranch([], 3));
    expect(await poll(deps, never)).toBe('advanced');
    expect(notes).toEqual(['put 0', 'put 1', 'put 2', 'added 0', 'added 1', 'added 2']);
    expect([await rows(), lease.cursor.number]).toEqual([[0, 1, 2], 2]);
    expect(await poll(deps, never)).toBe('idle');
  });

  test('polling stops between two batches on request', async () => {
    const { deps, node, lease } = await followerDeps();
    node.serve(toyBranch([], 100));
    await poll(deps, () => true);
    expect(lease.cursor.number).toBe(3);
    await poll(deps, () => true);
    expect(lease.cursor.number).toBe(19);
  });

  test('polling rolls back when the next block has another parent, and the next poll indexes the new branch', async () => {
    const { deps, node, notes, lease } = await followerDeps();
    const ours = toyBranch([], 6);
    node.serve(ours);
    await poll(deps, never);
    notes.length = 0;
    const theirs = toyBranch(ours.slice(0, 4), 4, 2);
    node.serve(theirs);
    expect(await poll(deps, never)).toBe('advanced');
    expect([notes.filter((note) => note.startsWith('removed')), lease.cursor.number]).toEqual([
      ['removed 5', 'removed 4'],
      3,
    ]);
    await poll(deps, never);
    expect(lease.cursor).toMatchObject({ number: 7, hash: theirs[7]?.hash });
  });

  test('a block is replaced as soon as the node has another one at the same height', async () => {
    const { deps, node, notes, lease } = await followerDeps();
    const ours = toyBranch([], 6);
    node.serve(ours);
    await poll(deps, never);
    notes.length = 0;
    const theirs = toyBranch(ours.slice(0, 5), 1, 2);
    node.serve(theirs);
    expect(await poll(deps, never)).toBe('advanced');
    await poll(deps, never);
    expect(notes).toEqual(['removed 5', 'put 5', 'added 5']);
    expect(lease.cursor).toMatchObject({ number: 5, hash: theirs[5]?.hash });
  });

  test('a block is replaced when the node reports a lower head with another hash', async () => {
    const { deps, node, lease } = await followerDeps();
    const ours = toyBranch([], 6);
    node.serve(ours);
    await poll(deps, never);
    node.serve(toyBranch(ours.slice(0, 4), 1, 2));
    await poll(deps, never);
    expect(lease.cursor.number).toBe(3);
  });

  test('polling indexes a chain with empty heights, and follows a reorg across them', async () => {
    const { deps, node, rows, lease } = await followerDeps();
    const linked = (blocks: readonly BlockSummary[]) =>
      blocks.map((block, i) => ({ ...block, parentHash: blocks[i - 1]?.hash ?? block.parentHash }));
    const without = (blocks: readonly BlockSummary[], ...empty: number[]) =>
      linked(blocks.filter(({ number }) => !empty.includes(number)));
    const ours = toyBranch([], 40);
    node.serve(without(ours, 2, 3, 17, 38));
    await poll(deps, never);
    expect([lease.cursor.number, (await rows()).length]).toEqual([39, 36]);
    const theirs = without(toyBranch(ours.slice(0, 37), 6, 2), 2, 3, 17, 37, 39);
    node.serve(theirs);
    await poll(deps, never);
    expect(lease.cursor).toMatchObject({ number: 36, hash: ours[36]?.hash });
    await poll(deps, never);
    expect(lease.cursor).toMatchObject({ number: 42, hash: theirs.at(-1)?.hash });
    const count = theirs.reduce((sum, { transactions }) => sum + transactions, 0);
    expect(lease.cursor.cumulative).toBe(count);
  });

  test.each([
    ['below ours by more than finality', 10],
    ['below ours, and the chain is shorter than finality', 5],
    ['above ours', 40],
  ])('polling throws OtherChain for a restarted chain with a head %s', async (_, blocks) => {
    const { deps, node, rows, lease } = await followerDeps(blocks === 5 ? 64 : 8);
    node.serve(toyBranch([], 30));
    await poll(deps, never);
    node.serve(toyBranch([], blocks, 2));
    await expect(poll(deps, never)).rejects.toThrow(OtherChain);
    expect([lease.cursor.number, (await rows()).length]).toEqual([29, 30]);
  });

  test('polling detects a reorg at a head that is not above ours', async () => {
    const { deps, node, lease } = await followerDeps();
    const ours = toyBranch([], 6);
    node.serve(ours);
    await poll(deps, never);
    // The same height on another branch.
    node.serve(toyBranch(ours.slice(0, 4), 2, 2));
    expect(await poll(deps, never)).toBe('advanced');
    expect(lease.cursor.number).toBe(3);
    // Lower, on our branch: no evidence of a reorg.
    node.serve(ours.slice(0, 3));
    await poll(deps, never);
    expect(lease.cursor).toMatchObject({ number: 3, head: 2 });
  });

  test('idle work runs when there is no new block', async () => {
    const { deps, node, timer } = await followerDeps();
    node.serve(toyBranch([], 2));
    let idle = 0;
    const idleWork = createIdleWork({ idle: async () => void idle++ }, timer.now);
    await poll({ ...deps, idleWork }, never);
    expect(idle).toBe(0);
    await poll({ ...deps, idleWork }, never);
    expect(idle).toBe(1);
  });

  test('idle work runs every 30 s while each poll finds a block, and only between whole blocks', async () => {
    const { deps, node, timer, rows } = await followerDeps();
    const at: unknown[] = [];
    const idle: BlockIndexer<BlockSummary>['idle'] = async ({ cursor }) => {
      at.push([timer.now() - began, cursor.number, cursor.pending, (await rows()).length]);
    };
    const idleWork = createIdleWork({ idle }, timer.now);
    const began = timer.now();
    for (let blocks = 1; blocks <= 70; blocks++) {
      node.serve(toyBranch([], blocks));
      expect(await poll({ ...deps, idleWork }, never)).toBe('advanced');
      timer.advance(1_000);
    }
    expect(at).toEqual([
      [30_000, 30, undefined, 31],
      [60_000, 60, undefined, 61],
    ]);
  });

  test('idle work also runs while a long backlog is indexed', async () => {
    const { deps, node, timer } = await followerDeps();
    const at: number[] = [];
    const idle: BlockIndexer<BlockSummary>['idle'] = async ({ cursor }) => void at.push(cursor.number);
    const idleWork = createIdleWork({ idle }, timer.now);
    node.serve(toyBranch([], 160));
    // Each batch takes twelve seconds: the first has 4 blocks, the others 16.
    const batchDone = () => {
      timer.advance(12_000);
      return false;
    };
    await poll({ ...deps, idleWork }, batchDone);
    expect(at).toEqual([35, 83, 131]);
  });
});

describe('recover', () => {
  test('recovery finishes pending blocks from the bucket without calling the node', async () => {
    let broken = true;
    const { deps, node, lease, rows } = await followerDeps(8, (step) => {
      if (broken && step === 'added 1') throw new Error('cut off');
    });
    node.serve(toyBranch([], 3));
    await expect(poll(deps, never)).rejects.toThrow('cut off');
    expect(lease.cursor.pending).toMatchObject({ kind: 'index' });
    broken = false;
    node.fail(() => true);
    await recover(deps);
    expect([lease.cursor.number, lease.cursor.pending, await rows()]).toEqual([2, undefined, [0, 1, 2]]);
  });

  test('recovery finishes a pending rollback', async () => {
    let broken = true;
    const { deps, node, lease, rows } = await followerDeps(8, (step) => {
      if (broken && step.startsWith('removed')) throw new Error('cut off');
    });
    const ours = toyBranch([], 6);
    node.serve(ours);
    await poll(deps, never);
    node.serve(toyBranch(ours.slice(0, 4), 4, 2));
    await expect(poll(deps, never)).rejects.toThrow('cut off');
    expect(lease.cursor.pending).toMatchObject({ kind: 'rollback' });
    broken = false;
    node.fail(() => true);
    await recover(deps);
    expect([lease.cursor.number, lease.cursor.pending, await rows()]).toEqual([3, undefined, [0, 1, 2, 3]]);
  });

  test('recovery is a no-op when nothing is pending', async () => {
    const { deps, notes } = await followerDeps();
    await recover(deps);
    expect(notes).toEqual([]);
  });

  test('recovering a rollback on a chain that never reorganises throws TooDeep', async () => {
    const { deps, node, lease } = await followerDeps();
    const ours = toyBranch([], 3);
    node.serve(ours);
    await poll(deps, never);
    await lease.beginRollback([{ number: 2, hash: ours[2]?.hash ?? '' }], 0);
    const { revert: _, ...indexer } = deps.indexer;
    await expect(recover({ ...deps, indexer })).rejects.toThrow(TooDeep);
  });
});
