import type { ItemKey } from './item';
import type { Table } from './table';
import { ABSENT, type Changes, type Condition } from './update';

/** The fence attribute of every fenced item: it rises with each holder. */
const FENCE = 'f';

/**
 * Takes an item over from its holder: from now on a former holder's changes fail, and so do ours once another has taken
 * it. `held`: the item as it was read, undefined if there is none yet. undefined if another took it at the same moment, or
 * if `when` does not hold.
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
  const taken = await table.updateIf(
    key,
    { ...changes, set: { ...changes.set, [FENCE]: fence } },
    { ...when, [FENCE]: held ? held.fence : ABSENT },
  );
  if (!taken) return undefined;
  let state = read(taken);
  return {
    /** The item as of the last change. */
    get state(): T {
      return state;
    },
    /** false if another holds it, or if `when` does not hold: then nothing has changed. */
    async change(
      changes: Changes,
      signal?: AbortSignal,
      when: Exclude<Condition, readonly unknown[]> = {},
    ): Promise<boolean> {
      const item = await table.updateIf(key, changes, { [FENCE]: fence, ...when }, signal);
      if (item) state = read(item);
      return item !== undefined;
    },
    /** Reads the item again. false if another holds it. */
    async refresh(): Promise<boolean> {
      state = read((await table.get(key, true)) ?? {});
      return state.fence === fence;
    },
  };
}
