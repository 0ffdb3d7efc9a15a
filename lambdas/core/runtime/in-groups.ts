import { setImmediate as turn } from 'node:timers/promises';

/**
 * Work that is done for several callers at once: what comes while a group is at work waits, and goes in the next group
 * with all that came meanwhile. So a caller who is alone does not wait, and the more come, the larger the groups. `work`
 * returns each one's result; what it throws, each of the group's callers gets. `most`: callers of one group.
 */
export function inGroups<T, R>(
  most: number,
  work: (group: readonly T[]) => Promise<(one: T) => R>,
): (one: T) => Promise<R> {
  const waiting: { readonly one: T; readonly result: PromiseWithResolvers<R> }[] = [];
  let isAtWork = false;
  const run = async () => {
    isAtWork = true;
    // Those that come at the same moment belong together.
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
    isAtWork = false;
  };
  return (one) => {
    const result = Promise.withResolvers<R>();
    waiting.push({ one, result });
    if (!isAtWork) void run();
    return result.promise;
  };
}
