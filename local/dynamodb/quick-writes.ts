import type { Item, Table } from './dynalite';
import { encodeKey } from './keyspace';
import { hasKey, hasTextKeys, isObject, isPlain } from './plain-items';

/** One write of a batch: an item with its JSON; without them, a delete. */
export interface QuickWrite {
  readonly table: Table;
  /** Encoded item key. */
  readonly key: string;
  readonly item?: Item;
  readonly json?: string;
}

/** DynamoDB's maximum number of writes per batch. */
const MAX_WRITES = 25;
/** Well below the maximum item size, however it is counted. */
const MAX_JSON_LENGTH = 100_000;
/**
 * Parses a BatchWriteItem of plain items, which needs none of dynalite's checks: a local backfill mostly writes
 * batches. undefined in any doubt: dynalite validates and reports errors.
 */
export function quickWrites(
  body: Readonly<Record<string, unknown>>,
  find: (name: string) => Table | undefined,
): QuickWrite[] | undefined {
  const { RequestItems, ...others } = body;
  if (!isObject(RequestItems) || Object.keys(others).length > 0) return undefined;
  const writes: QuickWrite[] = [];
  const keys = new Set<string>();
  for (const name of Object.keys(RequestItems)) {
    const [table, requests] = [find(name), RequestItems[name]];
    if (!table || !hasTextKeys(table) || !Array.isArray(requests) || requests.length === 0) return undefined;
    for (const request of requests) {
      const write = quickWrite(table, request);
      if (!write) return undefined;
      keys.add(`${name} ${write.key}`);
      writes.push(write);
    }
  }
  return writes.length > 0 && writes.length <= MAX_WRITES && keys.size === writes.length ? writes : undefined;
}

function quickWrite(table: Table, request: unknown): QuickWrite | undefined {
  if (!isObject(request)) return undefined;
  const [kind, another] = Object.keys(request);
  if (another !== undefined || (kind !== 'PutRequest' && kind !== 'DeleteRequest')) return undefined;
  const operation = request[kind];
  const field = kind === 'PutRequest' ? 'Item' : 'Key';
  if (!isObject(operation) || Object.keys(operation).length !== 1 || !isPlain(operation[field])) return undefined;
  const item = operation[field];
  if (!hasKey(item, table.KeySchema)) return undefined;
  const key = encodeKey(item, table);
  if (kind === 'DeleteRequest') return Object.keys(item).length === table.KeySchema.length ? { table, key } : undefined;
  const json = JSON.stringify(item);
  const isIndexable = (table.GlobalSecondaryIndexes ?? []).every(({ KeySchema }) =>
    KeySchema.every((element) => item[element.AttributeName] === undefined || hasKey(item, [element])),
  );
  return isIndexable && json.length <= MAX_JSON_LENGTH ? { table, key, item, json } : undefined;
}
