import { isObject } from './attribute-types';
import type { Item, Table } from './dynalite';
import { encodeKey, MAX_HASH_BYTES, MAX_RANGE_BYTES } from './keyspace';

/** One write of a batch: an item with its JSON, or the key of one that goes. */
export interface QuickWrite {
  readonly table: Table;
  /** Of the item, encoded. */
  readonly key: string;
  readonly item?: Item;
  readonly json?: string;
}

/** DynamoDB's limit of the writes of a batch. */
const MAX_WRITES = 25;
/** Far below what an item may have, however its size is counted. */
const MAX_JSON_LENGTH = 100_000;
/** Integers as JavaScript writes them: any other number DynamoDB may write in another way than it was given. */
const INTEGER = /^(0|-?[1-9]\d{0,15})$/;
/** Base64 of a length that is a multiple of four, whose last digit has no bits that are left over. */
const BASE64 = /^[A-Za-z0-9+/]*(?:[AQgw]==|[AEIMQUYcgkosw048]=)?$/;

/**
 * The writes of a BatchWriteItem whose items are all plain, so that it needs none of dynalite's checks: writing batches
 * is what a local backfill does most. undefined where any doubt is left: then dynalite decides, and words the error.
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
  const given = request[kind];
  const field = kind === 'PutRequest' ? 'Item' : 'Key';
  if (!isObject(given) || Object.keys(given).length !== 1 || !isPlain(given[field])) return undefined;
  const item = given[field];
  if (!hasKey(item, table.KeySchema)) return undefined;
  const key = encodeKey(item, table);
  if (kind === 'DeleteRequest') return Object.keys(item).length === table.KeySchema.length ? { table, key } : undefined;
  const json = JSON.stringify(item);
  const isIndexable = (table.GlobalSecondaryIndexes ?? []).every(({ KeySchema }) =>
    KeySchema.every((element) => item[element.AttributeName] === undefined || hasKey(item, [element])),
  );
  return isIndexable && json.length <= MAX_JSON_LENGTH ? { table, key, item, json } : undefined;
}

/** Whether an item has only attributes that are stored as they are given. */
function isPlain(item: unknown): item is Item {
  if (!isObject(item)) return false;
  for (const name of Object.keys(item)) {
    const attribute = item[name];
    if (name === '' || !isObject(attribute)) return false;
    const [type = '', another] = Object.keys(attribute);
    if (another !== undefined || !isPlainValue(type, attribute[type])) return false;
  }
  return true;
}

function isPlainValue(type: string, value: unknown): boolean {
  if (type === 'BOOL') return typeof value === 'boolean';
  if (typeof value !== 'string' || value === '') return false;
  if (type === 'S') return true;
  return type === 'N' ? INTEGER.test(value) : type === 'B' && value.length % 4 === 0 && BASE64.test(value);
}

/** Whether the keys of a table and of its indexes are all texts. */
const hasTextKeys = ({ AttributeDefinitions }: Table): boolean =>
  AttributeDefinitions.every(({ AttributeType }) => AttributeType === 'S');

/** Whether an item has texts within the limits of keys under all of these names. */
const hasKey = (item: Item, schema: Table['KeySchema']): boolean =>
  schema.every(({ AttributeName, KeyType }) => {
    const text = item[AttributeName]?.S;
    const max = KeyType === 'HASH' ? MAX_HASH_BYTES : MAX_RANGE_BYTES;
    return typeof text === 'string' && text.length * 3 <= max;
  });
