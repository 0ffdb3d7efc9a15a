import { isObject } from './attribute-types';
import type { Table } from './dynalite';
import { encodeKey } from './keyspace';
import { hasKey, hasTextKeys, isPlain } from './plain-items';

/** Items that a call asks a table for, by their encoded keys. */
export interface QuickRead {
  readonly table: Table;
  readonly keys: readonly string[];
}
type Body = Readonly<Record<string, unknown>>;
type Find = (name: string) => Table | undefined;

/** DynamoDB's limit of the keys of a batch. */
const MAX_KEYS = 100;

/**
 * What a GetItem asks for as the service's own table asks, which needs none of dynalite's checks: they take longer than
 * the read. undefined where any doubt is left: then dynalite decides, and words the error.
 */
export function quickGet(body: Body, find: Find): QuickRead | undefined {
  const { TableName, Key, ...settings } = body;
  return typeof TableName === 'string' ? getRead(find(TableName), [Key], settings) : undefined;
}

/** The same of a BatchGetItem, by table. */
export function quickBatchGet(body: Body, find: Find): QuickRead[] | undefined {
  const { RequestItems, ...others } = body;
  if (!isObject(RequestItems) || Object.keys(others).length > 0) return undefined;
  const reads: QuickRead[] = [];
  for (const name of Object.keys(RequestItems)) {
    const asked = RequestItems[name];
    if (!isObject(asked)) return undefined;
    const { Keys, ...settings } = asked;
    const read = Array.isArray(Keys) && Keys.length > 0 ? getRead(find(name), Keys, settings) : undefined;
    if (!read || new Set(read.keys).size < read.keys.length) return undefined;
    reads.push(read);
  }
  const count = reads.reduce((sum, { keys }) => sum + keys.length, 0);
  return count > 0 && count <= MAX_KEYS ? reads : undefined;
}

function getRead(table: Table | undefined, asked: readonly unknown[], settings: Body): QuickRead | undefined {
  const { ConsistentRead, ...others } = settings;
  const isSettled = ConsistentRead === undefined || typeof ConsistentRead === 'boolean';
  if (!table || !hasTextKeys(table) || !isSettled || Object.keys(others).length > 0) return undefined;
  const { KeySchema } = table;
  const keys: string[] = [];
  for (const key of asked) {
    if (!isPlain(key) || Object.keys(key).length !== KeySchema.length || !hasKey(key, KeySchema)) return undefined;
    keys.push(encodeKey(key, table));
  }
  return { table, keys };
}
