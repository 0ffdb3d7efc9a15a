import type { Table } from '../../lambdas/adapters/dynamo/table';
import { memoryTable } from './memory-table';

type Item = Record<string, unknown>;
type Names = Readonly<Record<string, string>>;

/** The table in memory with the conditional writes of a lane: equal, at most, absent; SET of values, and REMOVE. */
export function conditionalTable() {
  const memory = memoryTable();
  const keys = new Map<string, { pk: string; sk: string }>();
  const table: Table = {
    ...memory,
    write: async (writes) => {
      for (const w of writes) if ('put' in w) keys.set(`${w.put.pk} ${w.put.sk}`, { pk: w.put.pk, sk: w.put.sk });
      await memory.write(writes);
    },
    removeIf: async (item, attribute, value) => {
      const found = await memory.get(item);
      if (found && plain(found[attribute]) === plain(value)) await memory.write([{ delete: item }]);
    },
    update: async (key, update) => {
      const names = (update.ExpressionAttributeNames ?? {}) as Names;
      const values = (update.ExpressionAttributeValues ?? {}) as Item;
      const found = await memory.get(key);
      const holds = (update.ConditionExpression ?? '').split(' AND ').every((term) => {
        const [, absent] = /^attribute_not_exists\((#\w+)\)$/.exec(term) ?? [];
        if (absent) return found?.[names[absent] ?? ''] === undefined;
        const [, name = '', sign, value = ''] = /^(#\w+) (=|<=) (:\w+)$/.exec(term) ?? [];
        if (!sign) throw new Error(`the table in memory does not know ${term}`);
        const held = found?.[names[name] ?? ''];
        return held !== undefined && (sign === '=' ? held === values[value] : Number(held) <= Number(values[value]));
      });
      if (!holds) throw Object.assign(new Error('the condition failed'), { name: 'ConditionalCheckFailedException' });
      const [, set = '', remove = ''] = /^SET (.*?)(?: REMOVE (.*))?$/.exec(update.UpdateExpression ?? '') ?? [];
      const item: Item = { ...found, ...key };
      for (const part of set.split(', ')) {
        const [name = '', value = ''] = part.split(' = ');
        item[names[name] ?? ''] = values[value];
      }
      for (const name of remove.split(', ')) delete item[names[name] ?? ''];
      await memory.write([{ put: item as never }]);
      return item;
    },
  };
  /** Every item that was ever put, as it stands, but for those that `update` made. */
  const all = async (): Promise<string[]> => {
    const items: string[] = [];
    for (const id of [...keys.keys()].toSorted()) {
      const found = await memory.get(keys.get(id) ?? { pk: '', sk: '' });
      if (found) items.push(`${id}: ${JSON.stringify(found, (_, value) => plain(value))}`);
    }
    return items;
  };
  return { table, all };
}

const plain = (value: unknown): unknown => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value);
