import { setImmediate as turn } from 'node:timers/promises';

/**
 * Runs `work` over all items with limited concurrency. After a failure no further item starts; throws once those in
 * flight have settled, so that none continues in the background.
 */
export async function inParallel<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = [...items];
  let failed = false;
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined && !failed; item = queue.shift())
      await work(item).catch((error: unknown) => {
        failed = true;
        throw error;
      });
  };
  await settleAll(Array.from({ length: atOnce }, worker));
}

/** Waits for all, then throws the first failure, if any. */
export async function settleAll(all: readonly Promise<unknown>[]): Promise<void> {
  const failure = (await Promise.allSettled(all)).find((result) => result.status === 'rejected');
  if (failure) throw failure.reason;
}

/**
 * Batches concurrent calls: calls that arrive while a group is running wait and form the next group, of up to `most`. A
 * lone caller does not wait, and groups grow with the load. `work` returns a function that maps each caller's input to
 * its result; an error of `work` rejects the whole group.
 */
export function inGroups<T, R>(
  most: number,
  work: (group: readonly T[]) => Promise<(one: T) => R>,
): (one: T) => Promise<R> {
  const waiting: { readonly one: T; readonly result: PromiseWithResolvers<R> }[] = [];
  let isRunning = false;
  const run = async () => {
    isRunning = true;
    // Calls of the same tick belong together.
    await turn();
    while (waiting.length > 0) {
      const group = waiting.splice(0, most);
      try {
        const getResult = await work(group.map(({ one }) => one));
        for (const { one, result } of group) result.resolve(getResult(one));
      } catch (error) {
        for (const { result } of group) result.reject(error);
      }
    }
    isRunning = false;
  };
  return (one) => {
    const result = Promise.withResolvers<R>();
    waiting.push({ one, result });
    if (!isRunning) void run();
    return result.promise;
  };
}

/** Keeps a promise in a set until it settles; its failure must be handled by the caller. */
export function track(running: Set<Promise<unknown>>, work: Promise<unknown>): void {
  const tracked: Promise<unknown> = work.catch(() => undefined).finally(() => running.delete(tracked));
  running.add(tracked);
}

/** A counting semaphore. Acquiring returns a release function; undefined if no slot is free. */
export function createSlots(most: number): () => (() => void) | undefined {
  let taken = 0;
  return () => {
    if (taken >= most) return undefined;
    taken += 1;
    return () => {
      taken -= 1;
    };
  };
}
