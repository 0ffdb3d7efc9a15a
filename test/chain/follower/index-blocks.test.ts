import { finishIndexing, indexBlocks } from '../../../lambdas/chain/follower/index-blocks';
import { followerDeps } from '../../support/follower/follower-deps';
import { toyBranch } from '../../support/follower/toy-branch';

const head = { head: 9, headTime: 9 };

test('`pending` is stored before any row is written, and the cursor moves after the events', async () => {
  const seen: unknown[] = [];
  const world = await followerDeps(8, (step) => {
    if (step === 'added 0') seen.push(world.lease.cursor.pending, world.lease.cursor.number);
  });
  const { deps, lease, rows } = world;
  const blocks = toyBranch([], 3);
  const apply = async (...args: Parameters<typeof deps.indexer.apply>) => {
    seen.push(await rows(), lease.cursor.pending?.kind);
    await deps.indexer.apply(...args);
  };
  await indexBlocks({ ...deps, indexer: { ...deps.indexer, apply } }, blocks, head);
  const refs = blocks.map(({ number, hash }) => ({ number, hash }));
  expect(seen).toEqual([[], 'index', { kind: 'index', blocks: refs }, -1]);
  expect(lease.cursor).toMatchObject({ number: 2, hash: blocks[2]?.hash, time: blocks[2]?.time, cumulative: 3 });
  expect(lease.cursor.pending).toBeUndefined();
});

test('repeated indexing is idempotent: it counts a block once and reuses its event IDs', async () => {
  const { deps, lease } = await followerDeps();
  const ids: string[] = [];
  const bus = {
    publish: async (_: string, events: readonly object[]) =>
      void ids.push(...events.map((e) => (e as { id: string }).id)),
  };
  const blocks = toyBranch([], 2);
  await lease.begin(blocks, head);
  const broken = { ...lease, cursor: lease.cursor, commit: async () => Promise.reject(new Error('cut off')) };
  await expect(finishIndexing({ ...deps, bus, lease: broken }, blocks)).rejects.toThrow('cut off');
  await finishIndexing({ ...deps, bus }, blocks);
  expect(ids.slice(2)).toEqual(ids.slice(0, 2));
  expect(ids[0]).toMatch(/:added:1$/);
});

test('a failed row write leaves no request in flight and publishes no event', async () => {
  const { deps, notes } = await followerDeps();
  let counted = 0;
  const records = {
    ...deps.records,
    async count(...args: Parameters<typeof deps.records.count>) {
      await new Promise((resolve) => setImmediate(resolve));
      const count = await deps.records.count(...args);
      counted += 1;
      return count;
    },
  };
  const apply = async () => {
    throw new Error('refused');
  };
  const blocks = toyBranch([], 3);
  await deps.lease.begin(blocks, head);
  await expect(finishIndexing({ ...deps, records, indexer: { ...deps.indexer, apply } }, blocks)).rejects.toThrow(
    'refused',
  );
  expect([counted, notes]).toEqual([3, []]);
});
