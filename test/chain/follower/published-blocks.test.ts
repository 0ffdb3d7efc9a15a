import { poll } from '../../../lambdas/chain/follower/follower';
import type { BlockSummary } from '../../../lambdas/chain/kind';
import { cursorKey, writeBlocks } from '../../../lambdas/chain/rows/cursor-item';
import { takeLease } from '../../../lambdas/chain/rows/lease';
import { followerDeps } from '../../support/follower/follower-deps';
import { toyBranch } from '../../support/follower/toy-branch';
import { muteLog } from '../../support/mute-log';

muteLog();

/** Ten blocks are indexed; the next `published` ones were before the table was restored. */
async function restored(published: readonly BlockSummary[]) {
  const world = await followerDeps();
  const ours = toyBranch([], 10);
  world.node.serve(ours);
  await poll(world.deps, () => false);
  await world.lease.release();
  for (const block of published) world.raws.set(block.hash, block);
  await world.table.update(cursorKey(world.deps.chain.chainId), { set: writeBlocks(published, 'published') });
  const lease = await takeLease(world.table, world.deps.chain, world.timer, async () => undefined);
  if (!lease) throw new Error('the lease is held');
  world.notes.length = 0;
  return { ...world, lease, deps: { ...world.deps, lease }, ours };
}
const numbersIn = (notes: readonly string[], kind: string) => notes.filter((note) => note.startsWith(kind));

test('the follower indexes published blocks that the node has left, and then rolls them back', async () => {
  const published = toyBranch(toyBranch([], 10), 3).slice(10);
  const { deps, lease, node, notes, rows, ours } = await restored(published);
  node.serve(toyBranch(ours, 4, 2));
  for (let n = 0; n < 5; n++) await poll(deps, () => false);
  expect(notes.filter((note) => !note.startsWith('put'))).toEqual([
    ...['added 10', 'added 11', 'added 12'],
    ...['removed 12', 'removed 11', 'removed 10'],
    ...['added 10', 'added 11', 'added 12', 'added 13'],
  ]);
  expect([(await rows()).at(-1), lease.cursor.number]).toEqual([13, 13]);
  expect(lease.cursor.published).toBeUndefined();
});

test('the follower leaves a branch that it left before the table was restored, even if the node is back on it', async () => {
  const published = toyBranch(toyBranch([], 7), 5, 2).slice(7);
  const { deps, lease, node, notes } = await restored(published);
  node.serve(toyBranch([], 13));
  for (let n = 0; n < 6; n++) await poll(deps, () => false);
  expect(notes.filter((note) => !note.startsWith('put'))).toEqual([
    ...['removed 9', 'removed 8', 'removed 7'],
    ...[7, 8, 9, 10, 11].map((number) => `added ${number}`),
    ...[11, 10, 9, 8, 7].map((number) => `removed ${number}`),
    ...[7, 8, 9, 10, 11, 12].map((number) => `added ${number}`),
  ]);
  expect([lease.cursor.number, lease.cursor.published]).toEqual([12, undefined]);
});

test('the follower takes blocks below the published ones from the node', async () => {
  const published = toyBranch([], 16).slice(13);
  const { deps, lease, node, notes } = await restored(published);
  node.serve(toyBranch([], 18));
  for (let n = 0; n < 5; n++) await poll(deps, () => false);
  expect(numbersIn(notes, 'put')).toEqual(['put 10', 'put 11', 'put 12', 'put 16', 'put 17']);
  expect(numbersIn(notes, 'added')).toEqual([10, 11, 12, 13, 14, 15, 16, 17].map((number) => `added ${number}`));
  expect(lease.cursor.published).toBeUndefined();
});

test.each([
  ['do not build on the cursor', toyBranch(toyBranch([], 9), 4, 3).slice(10)],
  ['are not in the bucket', toyBranch([], 12).slice(10)],
])('the follower forgets published blocks that %s', async (reason, published) => {
  const { deps, lease, node, notes, raws } = await restored(published);
  if (reason.includes('bucket')) raws.clear();
  node.serve(toyBranch([], 14));
  for (let n = 0; n < 4; n++) await poll(deps, () => false);
  expect(numbersIn(notes, 'added')).toEqual([10, 11, 12, 13].map((number) => `added ${number}`));
  expect(lease.cursor.published).toBeUndefined();
});
