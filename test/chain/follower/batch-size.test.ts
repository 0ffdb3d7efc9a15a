import { createBatchSize, createSharedMemory } from '../../../lambdas/chain/follower/batch-size';

const MB = 1_000_000;
/** Upper bound of the bytes in flight for the next requests. */
const inFlight = (batch: ReturnType<typeof createBatchSize>, bytes: number) =>
  batch.blocks() * batch.parallel() * bytes;
const of = (bytes: number, memory?: ReturnType<typeof createSharedMemory>) => {
  const batch = createBatchSize(memory);
  batch.took(1, bytes);
  return batch;
};

test('a single chain may have ten megabytes of blocks in flight, at most three per request', () => {
  const batch = of(MB);
  expect([batch.blocks(), batch.parallel()]).toEqual([3, 3]);
  batch.begin();
  expect([batch.blocks(), batch.parallel()]).toEqual([3, 3]);
});

test('concurrent chains share the memory limit, and a chain that ends returns its share', () => {
  const memory = createSharedMemory();
  const [one, other, idle] = [of(MB, memory), of(MB, memory), of(MB, memory)];
  const ends = [one.begin(), other.begin()];
  expect([one, other].map((batch) => inFlight(batch, MB))).toEqual([4 * MB, 4 * MB]);
  expect(inFlight(idle, MB)).toBe(4 * MB);
  ends[0]?.();
  expect([other.blocks(), other.parallel()]).toEqual([3, 3]);
});

test('thirty concurrent chains get a third of a megabyte each, and at least one block', () => {
  const memory = createSharedMemory();
  const batches = Array.from({ length: 30 }, () => of(20_000, memory));
  for (const batch of batches) batch.begin();
  const all = batches.reduce((sum, batch) => sum + inFlight(batch, 20_000), 0);
  expect(all).toBeGreaterThan(5 * MB);
  expect(all).toBeLessThanOrEqual(10 * MB);
  const large = of(5 * MB, memory);
  expect([large.blocks(), large.parallel()]).toEqual([1, 1]);
});

test('memory-intensive work runs one at a time, even after a failure', async () => {
  const memory = createSharedMemory();
  const order: string[] = [];
  const work = (name: string, fails = false) =>
    memory.exclusive(async () => {
      order.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve, 1));
      order.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    });
  const all = await Promise.allSettled([work('a'), work('b', true), work('c')]);
  expect(all).toMatchObject([{ value: 'a' }, { reason: new Error('b') }, { value: 'c' }]);
  expect(order).toEqual(['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]));
});

test('aborting queued memory-intensive work rejects it at once, and it never starts', async () => {
  const memory = createSharedMemory();
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = memory.exclusive(() => promise);
  const ended = new AbortController();
  let begun = 0;
  const second = memory.exclusive(async () => (begun += 1), ended.signal);
  ended.abort(new Error('ended'));
  await expect(second).rejects.toThrow('ended');
  resolve();
  await first;
  await memory.exclusive(async () => undefined);
  expect(begun).toBe(0);
});
