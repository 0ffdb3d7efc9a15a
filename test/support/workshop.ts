import type { Lease } from '../../lambdas/adapters/dynamo/chain/lease';
import { openBlockRows } from '../../lambdas/adapters/dynamo/evm/block-rows';
import type { Table } from '../../lambdas/adapters/dynamo/table';
import { aChain } from './make';
import { memoryTable } from './memory-table';

const lease = {
  signal: () => new AbortController().signal,
  keep: async () => undefined,
  cursor: { epoch: 1 },
} as unknown as Lease;

/** Rows of one chain over a table in memory, whose conditional deletes hold. `all`: what it holds, in order. */
export function workshop() {
  const memory = memoryTable();
  const written = new Set<string>();
  const table: Table = {
    ...memory,
    write: async (writes) => {
      for (const w of writes) if ('put' in w) written.add(JSON.stringify([w.put.pk, w.put.sk]));
      await memory.write(writes);
    },
    removeIf: async (key, attribute, value) => {
      const found = await memory.get(key);
      const plain = (v: unknown) => (v instanceof Uint8Array ? Buffer.from(v).toString('hex') : v);
      if (found && plain(found[attribute]) === plain(value)) await memory.write([{ delete: key }]);
    },
  };
  const all = async () => {
    const items: string[] = [];
    for (const id of [...written].sort()) {
      const [pk, sk] = JSON.parse(id) as [string, string];
      const found = shown(await memory.get({ pk, sk }));
      if (found)
        items.push(JSON.stringify(found, (_, v) => (v?.type === 'Buffer' ? Buffer.from(v.data).toString('hex') : v)));
    }
    return items;
  };
  return { rows: openBlockRows(table, aChain(), lease), all, table };
}

/**
 * By its past, two things may differ in a table: at which block an amount was read, and that of ERC-20 and ERC-1155 one
 * that is gone stands there as 0.
 */
function shown(item: Record<string, unknown> | undefined): Record<string, unknown> | undefined {
  if (!item || !String(item.pk).startsWith('b#')) return item;
  const { n: _, ...rest } = item;
  const isGone = rest.v instanceof Uint8Array && rest.v.length === 0 && !String(item.sk).startsWith('7#');
  return isGone ? undefined : rest;
}
