import { setImmediate as turn } from 'node:timers/promises';

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
