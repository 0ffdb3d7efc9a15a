import type { BlockIndexer, BlockSummary } from '../../../lambdas/indexer/chain/chain';
import { poll, recover } from '../../../lambdas/indexer/chain/follower';
import { openIdleWork } from '../../../lambdas/indexer/chain/idle-work';
import { TooDeep } from '../../../lambdas/indexer/chain/rollback';
import { followerDeps } from '../../support/follower/follower-deps';
import { toyBranch } from '../../support/follower/toy-branch';

const never = () => false;

describe('poll', () => {
  test('indexes up to the head, raw blocks first and events last', async () => {
    const { deps, node, notes, rows, lease } = await followerDeps();
    node.serve(toyBranch([], 3));
    expect(await poll(deps, never)).toBe('advanced');
    expect(notes).toEqual(['put 0', 'put 1', 'put 2', 'added 0', 'added 1', 'added 2']);
    expect([await rows(), lease.cursor.number]).toEqual([[0, 1, 2], 2]);
    expect(await poll(deps, never)).toBe('idle');
  });

  test('stops between two batches when told to', async () => {
    const { deps, node, lease } = await followerDeps();
    node.serve(toyBranch([], 100));
    await poll(deps, () => true);
    expect(lease.cursor.number).toBe(3);
    await poll(deps, () => true);
    expect(lease.cursor.number).toBe(19);
  });

  test('goes down where the next block does not stand on ours, and up again with the next poll', async () => {
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

  test('detects another branch at a head that is not above ours by the parent hash only', async () => {
    const { deps, node, lease } = await followerDeps();
    const ours = toyBranch([], 6);
    node.serve(ours);
    await poll(deps, never);
    // As high as ours, of another branch.
    node.serve(toyBranch(ours.slice(0, 4), 2, 2));
    expect(await poll(deps, never)).toBe('advanced');
    expect(lease.cursor.number).toBe(3);
    // Lower, and on our own: nothing to go by.
    node.serve(ours.slice(0, 3));
    await poll(deps, never);
    expect(lease.cursor).toMatchObject({ number: 3, head: 2 });
  });

  test('does the work that can wait when there is no new block', async () => {
    const { deps, node, timer } = await followerDeps();
    node.serve(toyBranch([], 2));
    let idle = 0;
    const idleWork = openIdleWork({ idle: async () => void idle++ }, timer.now);
    await poll({ ...deps, idleWork }, never);
    expect(idle).toBe(0);
    await poll({ ...deps, idleWork }, never);
    expect(idle).toBe(1);
  });

  test('does the work that can wait every 30 s while each poll finds a new block, on top of whole blocks', async () => {
    const { deps, node, timer, rows } = await followerDeps();
    const at: unknown[] = [];
    const idle: BlockIndexer<BlockSummary>['idle'] = async ({ cursor }) => {
      at.push([timer.now() - began, cursor.number, cursor.pending, (await rows()).length]);
    };
    const idleWork = openIdleWork({ idle }, timer.now);
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

  test('does the work that can wait also on the way through a long backlog', async () => {
    const { deps, node, timer } = await followerDeps();
    const at: number[] = [];
    const idle: BlockIndexer<BlockSummary>['idle'] = async ({ cursor }) => void at.push(cursor.number);
    const idleWork = openIdleWork({ idle }, timer.now);
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
  test('finishes pending blocks from the bucket, without calling the node', async () => {
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

  test('finishes a pending rollback', async () => {
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

  test('has nothing to do when nothing is pending', async () => {
    const { deps, notes } = await followerDeps();
    await recover(deps);
    expect(notes).toEqual([]);
  });

  test('of a rollback on a chain that never reorganises refuses', async () => {
    const { deps, node, lease } = await followerDeps();
    const ours = toyBranch([], 3);
    node.serve(ours);
    await poll(deps, never);
    await lease.beginRollback([{ number: 2, hash: ours[2]?.hash ?? '' }], 0);
    const { revert: _, ...indexer } = deps.indexer;
    await expect(recover({ ...deps, indexer })).rejects.toThrow(TooDeep);
  });
});
