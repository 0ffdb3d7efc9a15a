import { ahead } from '../../../lambdas/indexer/chain/ahead';
import type { BlockSummary } from '../../../lambdas/indexer/chain/chain';
import { toyBranch } from '../../support/follower/toy-branch';

const summary = (block: BlockSummary) => block;
/** Fetches these heights of what `blocks` shows, and gives the numbers of each batch. */
async function fetched(from: number, to: number, blocks: (from: number, to: number) => Promise<BlockSummary[]>) {
  const batches: number[][] = [];
  for await (const batch of ahead({ blocks }, { summary }, { from, to, final: 0 }))
    batches.push(batch.map(({ number }) => number));
  return batches;
}

test('yields every height once and in order, whatever order the node answers in', async () => {
  const chain = toyBranch([], 100);
  const batches = await fetched(5, 99, async (from, to) => {
    // The later the blocks, the sooner the answer.
    for (let turns = 100 - from; turns > 0; turns--) await Promise.resolve();
    return chain.slice(from, to + 1);
  });
  expect(batches.flat()).toEqual(Array.from({ length: 95 }, (_, i) => 5 + i));
  expect(batches.map((batch) => batch.length)).toEqual([16, 16, 16, 16, 16, 15]);
});

test('has at most four requests in flight', async () => {
  const chain = toyBranch([], 200);
  let [underWay, most] = [0, 0];
  await fetched(0, 199, async (from, to) => {
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise((resolve) => setImmediate(resolve));
    underWay -= 1;
    return chain.slice(from, to + 1);
  });
  expect(most).toBe(4);
});

test('ends where the node switched to another branch between two requests', async () => {
  const [one, other] = [toyBranch([], 60), toyBranch([], 60, 2)];
  const batches = await fetched(0, 59, async (from, to) => (from < 32 ? one : other).slice(from, to + 1));
  expect(batches.flat().at(-1)).toBe(31);
});

test('yields the contiguous part of a response that mixes two branches', async () => {
  const [one, other] = [toyBranch([], 60), toyBranch([], 60, 2)];
  const batches = await fetched(0, 59, async (from, to) =>
    [...one.slice(0, 20), ...other.slice(20)].slice(from, to + 1),
  );
  expect(batches).toEqual([Array.from({ length: 16 }, (_, i) => i), [16, 17, 18, 19]]);
});

test('a failed request fails in order, after the blocks before it', async () => {
  const chain = toyBranch([], 60);
  const seen: number[] = [];
  const all = async () => {
    const batches = ahead(
      {
        blocks: async (from, to) => {
          if (from === 16) throw new Error('away');
          return chain.slice(from, to + 1);
        },
      },
      { summary },
      { from: 0, to: 59, final: 0 },
    );
    for await (const batch of batches) seen.push(batch.length);
  };
  await expect(all()).rejects.toThrow('away');
  expect(seen).toEqual([16]);
});
