import type { ItemKey } from './item';
import type { Table } from './table';
import { ABSENT, type Changes, type Condition } from './update';

/** Fencing token, which rises with each holder. */
const FENCE = 'f';

/**
 * From now on changes of the former holder fail, and ours once another takes the item. `held`: as read, undefined if
 * absent. Returns undefined if another holder took it at the same moment, or `when` does not hold.
 */
export async function takeFenced<T extends { readonly fence: number }>(
  table: Pick<Table, 'get' | 'updateIf'>,
  key: ItemKey,
  read: (item: Record<string, unknown>) => T,
  held: T | undefined,
  changes: Changes = {},
  when: Exclude<Condition, readonly unknown[]> = {},
) {
  const fence = (held?.fence ?? 0) + 1;
  const item = await table.updateIf(
    key,
    { ...changes, set: { ...changes.set, [FENCE]: fence } },
    { ...when, [FENCE]: held ? held.fence : ABSENT },
  );
  if (!item) return undefined;
  let state = read(item);
  return {
    get state(): T {
      return state;
    },
    /** false, with nothing changed, if another holder has the item or `when` does not hold. */
    async change(
      changes: Changes,
      signal?: AbortSignal,
      when: Exclude<Condition, readonly unknown[]> = {},
    ): Promise<boolean> {
      const item = await table.updateIf(key, changes, { [FENCE]: fence, ...when }, signal);
      if (item) state = read(item);
      return item !== undefined;
    },
    /** false if another holder has the item. */
    async refresh(): Promise<boolean> {
      state = read((await table.get(key, true)) ?? {});
      return state.fence === fence;
    },
  };
}
