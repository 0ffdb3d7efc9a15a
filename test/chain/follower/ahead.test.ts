import { ahead } from '../../../lambdas/chain/follower/ahead';
import { createBatchSize, createSharedMemory } from '../../../lambdas/chain/follower/batch-size';
import type { BlockSummary } from '../../../lambdas/chain/kind';
import { NodeDown } from '../../../lambdas/core/node/errors';
import { toyBranch } from '../../support/follower/toy-branch';

const summary = (block: BlockSummary) => block;
const cost = () => ({ bytes: 1_000, rows: 1, writeUnits: 1, nodeCalls: {} });
/** A batch size learned from small blocks. */
function learned() {
  const batch = createBatchSize();
  batch.took(1, 1_000);
  return batch;
}
/** Fetches these heights from `blocks`; returns the block numbers of each batch. */
async function fetched(from: number, to: number, blocks: (from: number, to: number) => Promise<BlockSummary[]>) {
  const batches: number[][] = [];
  for await (const batch of ahead({ blocks, batch: learned() }, { summary, cost }, { from, to, final: 0 }))
    batches.push(batch.map(({ number }) => number));
  return batches;
}

test('prefetching yields every height once and in order, even if the node answers out of order', async () => {
  const chain = toyBranch([], 100);
  const batches = await fetched(5, 99, async (from, to) => {
    // Later blocks are answered sooner.
    for (let turns = 100 - from; turns > 0; turns--) await Promise.resolve();
    return chain.slice(from, to + 1);
  });
  expect(batches.flat()).toEqual(Array.from({ length: 95 }, (_, i) => 5 + i));
  expect(batches.map((batch) => batch.length)).toEqual([16, 16, 16, 16, 16, 15]);
});

test('prefetching keeps at most four requests in flight', async () => {
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

test('prefetching ends where the node switched to another branch between two requests', async () => {
  const [one, other] = [toyBranch([], 60), toyBranch([], 60, 2)];
  const batches = await fetched(0, 59, async (from, to) => (from < 32 ? one : other).slice(from, to + 1));
  expect(batches.flat().at(-1)).toBe(31);
});

test('prefetching yields the contiguous prefix of a response that mixes two branches', async () => {
  const [one, other] = [toyBranch([], 60), toyBranch([], 60, 2)];
  const batches = await fetched(0, 59, async (from, to) =>
    [...one.slice(0, 20), ...other.slice(20)].slice(from, to + 1),
  );
  expect(batches).toEqual([Array.from({ length: 16 }, (_, i) => i), [16, 17, 18, 19]]);
});

test('a failed request throws in order, after the blocks before it', async () => {
  const chain = toyBranch([], 60);
  const seen: number[] = [];
  const all = async () => {
    const batches = ahead(
      {
        blocks: async (from, to) => {
          if (from === 16) throw new Error('away');
          return chain.slice(from, to + 1);
        },
        batch: learned(),
      },
      { summary, cost },
      { from: 0, to: 59, final: 0 },
    );
    for await (const batch of batches) seen.push(batch.length);
  };
  await expect(all()).rejects.toThrow('away');
  expect(seen).toEqual([16]);
});

describe('the size of a request', () => {
  /** Fetches 100 blocks of `bytes` each from a node that rejects requests for more than `most`. */
  async function sizes(most: number, bytes: number, failure: 'too big' | 'down' = 'too big') {
    const chain = toyBranch([], 200);
    const asked: number[] = [];
    let [underWay, inFlight] = [0, 0];
    const batch = createBatchSize();
    const blocks = async (from: number, to: number) => {
      const count = to - from + 1;
      asked.push(count);
      underWay += count * bytes;
      inFlight = Math.max(inFlight, underWay);
      await new Promise((resolve) => setImmediate(resolve));
      underWay -= count * bytes;
      if (count > most) throw new NodeDown('scripted', failure);
      return chain.slice(from, to + 1);
    };
    const numbers: number[] = [];
    const cost = () => ({ bytes, rows: 1, writeUnits: 1, nodeCalls: {} });
    for await (const some of ahead({ blocks, batch }, { summary, cost }, { from: 0, to: 99, final: 0 }))
      numbers.push(...some.map(({ number }) => number));
    expect(numbers).toEqual(Array.from({ length: 100 }, (_, i) => i));
    return { asked, inFlight };
  }

  test('a request that is too big is halved at once, down to one block, and the working size is kept', async () => {
    const { asked } = await sizes(1, 1_000);
    expect(asked.slice(0, 3)).toEqual([4, 2, 1]);
    expect(asked.slice(0, 60).filter((count) => count > 1)).toEqual([4, 2]);
    const { asked: five } = await sizes(5, 1_000);
    // Four requests of sixteen were in flight, and then four of eight.
    expect(five.filter((count) => count > 5).length).toBeLessThanOrEqual(8);
    expect(five.at(-2)).toBeGreaterThan(1);
  });

  test('large blocks shrink requests and the number in flight to bound memory', async () => {
    for (const bytes of [50_000, 750_000, 1_500_000, 8_000_000]) {
      const { asked, inFlight } = await sizes(100, bytes);
      expect(Math.max(...asked.slice(1)) * bytes).toBeLessThanOrEqual(Math.max(3_000_000, bytes));
      expect(inFlight).toBeLessThanOrEqual(Math.max(12_000_000, 4 * bytes));
    }
  });

  test('a request that fails for another reason is not retried smaller', async () => {
    await expect(sizes(3, 1_000, 'down')).rejects.toThrow('scripted');
  });

  test('the batch size grows again by one block once the smaller size has kept working', () => {
    const batch = learned();
    batch.tooBig(16);
    expect(batch.blocks()).toBe(8);
    for (let i = 0; i < 64; i++) batch.took(8, 8_000);
    expect(batch.blocks()).toBe(9);
  });
});

test.each([
  ['at the end of its range', 60, undefined],
  ['when it stops early', 1, undefined],
  ['when its node fails', 60, 'away'],
])('a reader holds its share of memory and returns it %s', async (_, batches, failure) => {
  const memory = createSharedMemory();
  const batch = createBatchSize(memory);
  const chain = toyBranch([], 60);
  const blocks = async (from: number, to: number) => {
    if (failure && from > 0) throw new Error(failure);
    return chain.slice(from, to + 1);
  };
  const parts: number[] = [];
  const read = async () => {
    for await (const _blocks of ahead({ blocks, batch }, { summary, cost }, { from: 0, to: 59, final: 0 })) {
      memory.take();
      parts.push(memory.part());
      if (parts.length === batches) return;
    }
  };
  await read().catch((error: Error) => expect(error.message).toBe(failure));
  expect(parts[0]).toBe(1 / 2);
  // Only the shares that this test took remain.
  expect(memory.part()).toBe(1 / parts.length);
});
