import type { Meter, Table } from '../../lambdas/adapters/dynamo/table';
import { TABLE } from '../../lambdas/table/schema';

type Item = Record<string, unknown>;

/**
 * The table in memory, as strict as DynamoDB where a reader could go wrong: a range whose ends are swapped or empty and
 * a Limit below 1 throw, and a Query that stops at its Limit says `more` even when nothing is left.
 */
export function memoryTable(): Table {
  const items = new Map<string, Item>();
  const meter: Meter = { requests: 0, readUnits: 0, writeUnits: 0 };
  const address = ({ pk, sk }: { pk: unknown; sk: unknown }) => `${pk} ${sk}`;
  /** Items of a partition, ascending. Sorted anew after a write only: a property test reads far more than it writes. */
  const partitions = new Map<string, Item[]>();
  const partition = (pk: string, sk: string, value: string): Item[] => {
    const id = `${pk}=${value}`;
    const held = partitions.get(id);
    if (held) return held;
    const own = [...items.values()].filter((item) => item[pk] === value && item[sk] !== undefined);
    own.sort((a, b) => (String(a[sk]) < String(b[sk]) ? -1 : 1));
    partitions.set(id, own);
    return own;
  };
  const refuse = async () => {
    throw new Error('the table in memory has no conditional writes');
  };

  return {
    meter,
    async get(key) {
      meter.requests += 1;
      return items.get(address(key));
    },
    async batchGet(keys) {
      meter.requests += 1;
      return keys.flatMap((key) => {
        const item = items.get(address(key));
        return item ? [item] : [];
      });
    },
    async query({ pk, index, low, high, ascending, limit }) {
      meter.requests += 1;
      if (low === '' || high === '') throw new Error('ValidationException: a key cannot be an empty string');
      if (low > high) throw new Error(`ValidationException: BETWEEN ${low} AND ${high}`);
      if (!Number.isInteger(limit) || limit < 1) throw new Error(`ValidationException: Limit ${limit}`);
      const [hash, range] = index ? TABLE.indexes[index] : [TABLE.pk, TABLE.sk];
      const own = partition(hash, range, pk).filter(
        (item) => String(item[range]) >= low && String(item[range]) <= high,
      );
      const found = (ascending ? own : own.toReversed()).slice(0, limit);
      return { items: found, more: found.length === limit };
    },
    async write(writes) {
      partitions.clear();
      for (const write of writes)
        if ('put' in write) items.set(address(write.put), { ...write.put });
        else items.delete(address(write.delete));
    },
    async set(key, attributes) {
      partitions.clear();
      const item: Item = { ...items.get(address(key)), ...key, ...attributes };
      items.set(address(key), Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined)));
    },
    async putIfAbsent(item) {
      partitions.clear();
      const there = items.has(address(item));
      if (!there) items.set(address(item), { ...item });
      return !there;
    },
    update: refuse,
    removeIf: refuse,
  };
}
