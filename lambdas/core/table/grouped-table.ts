import { inGroups } from '../runtime/concurrency';
import type { ItemKey } from './item';
import type { Table, Write } from './table';
import type { Changes, Condition } from './update';

interface ConditionalUpdate extends Changes {
  readonly update: ItemKey;
  readonly when: Condition;
}

/** A transaction takes at most 100 updates. */
const MAX_GROUP = 50;

const getName = ({ pk, sk }: { readonly pk?: unknown; readonly sk?: unknown }) => `${pk} ${sk}`;

/** Batches concurrent consistent reads by key, writes and conditional updates. A lone call does not wait. */
export function groupedTable(table: Table): Table {
  const read = inGroups(MAX_GROUP, async (groups: readonly (readonly ItemKey[])[]) => {
    const wanted = new Map(groups.flat().map((key) => [getName(key), key]));
    const items = await table.batchGet([...wanted.values()], true);
    const found = new Map(items.map((item) => [getName(item), item]));
    return (keys) => keys.map((key) => found.get(getName(key))).filter((item) => item !== undefined);
  });
  const write = inGroups(MAX_GROUP, async (groups: readonly (readonly Write[])[]) => {
    await table.write(groups.flat());
    return () => undefined;
  });
  const change = inGroups(MAX_GROUP, async (group: readonly ConditionalUpdate[]) => {
    const applied = await changeTogether(table, group);
    return (one) => applied.has(one);
  });
  return {
    ...table,
    batchGet: (keys, consistent = false) => (consistent ? read(keys) : table.batchGet(keys)),
    get: async (key, consistent = false) => (consistent ? (await read([key]))[0] : table.get(key)),
    // An empty write does not wait for the others.
    write: (writes, signal) => (signal || writes.length === 0 ? table.write(writes, signal) : write(writes)),
    changeIf: (update, changes, when) => change({ ...changes, update, when }),
  };
}

/** In one transaction, at twice the write units. Returns the applied ones. */
async function changeTogether(
  table: Pick<Table, 'transact' | 'changeIf'>,
  group: readonly ConditionalUpdate[],
): Promise<Set<ConditionalUpdate>> {
  if (group.length === 1) return changeSingly(table, group);
  try {
    for (let left = group; left.length > 0; ) {
      const failed = new Set(await table.transact(left));
      if (failed.size === 0) return new Set(left);
      left = left.filter((_, i) => !failed.has(i));
    }
    return new Set();
  } catch {
    // A conflicting write, or two updates of one item: applied singly, each reports its own error.
    return changeSingly(table, group);
  }
}

async function changeSingly(
  table: Pick<Table, 'changeIf'>,
  group: readonly ConditionalUpdate[],
): Promise<Set<ConditionalUpdate>> {
  const applied = await Promise.all(group.map((one) => table.changeIf(one.update, one, one.when)));
  return new Set(group.filter((_, i) => applied[i]));
}
