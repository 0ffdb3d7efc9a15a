import { isObject } from './attribute-types';
import type { Table } from './dynalite';
import { encodeKey } from './keyspace';
import { hasKey, hasTextKeys, isPlain } from './plain-items';

/** Requested items of a table, by encoded key. */
export interface QuickRead {
  readonly table: Table;
  readonly keys: readonly string[];
}
type Body = Readonly<Record<string, unknown>>;
type Find = (name: string) => Table | undefined;

/** DynamoDB's maximum number of keys per batch. */
const MAX_KEYS = 100;

/**
 * Parses a GetItem of the form the service sends, which needs none of dynalite's checks: they take longer than the
 * read. undefined in any doubt: dynalite validates and reports errors.
 */
export function quickGet(body: Body, find: Find): QuickRead | undefined {
  const { TableName, Key, ...settings } = body;
  return typeof TableName === 'string' ? getRead(find(TableName), [Key], settings) : undefined;
}

/** Same for a BatchGetItem, by table. */
export function quickBatchGet(body: Body, find: Find): QuickRead[] | undefined {
  const { RequestItems, ...others } = body;
  if (!isObject(RequestItems) || Object.keys(others).length > 0) return undefined;
  const reads: QuickRead[] = [];
  for (const name of Object.keys(RequestItems)) {
    const request = RequestItems[name];
    if (!isObject(request)) return undefined;
    const { Keys, ...settings } = request;
    const read = Array.isArray(Keys) && Keys.length > 0 ? getRead(find(name), Keys, settings) : undefined;
    if (!read || new Set(read.keys).size < read.keys.length) return undefined;
    reads.push(read);
  }
  const count = reads.reduce((sum, { keys }) => sum + keys.length, 0);
  return count > 0 && count <= MAX_KEYS ? reads : undefined;
}

function getRead(table: Table | undefined, requested: readonly unknown[], settings: Body): QuickRead | undefined {
  const { ConsistentRead, ...others } = settings;
  const isValid = ConsistentRead === undefined || typeof ConsistentRead === 'boolean';
  if (!table || !hasTextKeys(table) || !isValid || Object.keys(others).length > 0) return undefined;
  const { KeySchema } = table;
  const keys: string[] = [];
  for (const key of requested) {
    if (!isPlain(key) || Object.keys(key).length !== KeySchema.length || !hasKey(key, KeySchema)) return undefined;
    keys.push(encodeKey(key, table));
  }
  return { table, keys };
}
