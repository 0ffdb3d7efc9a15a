import { createHash } from 'node:crypto';
import { dynalite, type Index, type Item, type Range, type Table } from './dynalite';

/*
 * One LevelDB stores everything, under three kinds of keys:
 *   i~{table}~{key}                 the item, as JSON
 *   x~{table}~{index}~{key}         its entry in an index, which ends with the item's key
 *   t~{table}~{expiry}~{key}        its entry in the order of expiry, if the table has a TTL attribute
 * Entries have no value. BatchWriteItem does not read the items it replaces, so an entry may be stale: readers check
 * entries against their items and remove stale ones.
 * dynalite encodes {key} so that text order is DynamoDB's order; '~' sorts after every character of it.
 */

/** LevelDB key of an item. */
export const itemKey = (table: Table, key: string): string => `i~${table.TableName}~${key}`;

/** LevelDB key of an index entry. */
export const indexEntry = (table: Table, index: string, key: string): string => `x~${table.TableName}~${index}~${key}`;

/** LevelDB bounds of a read within a table or index. */
export function bounds(table: Table, index: string | undefined, range: Range): Range {
  const prefix = index === undefined ? itemKey(table, '') : indexEntry(table, index, '');
  const { gt, gte, lt, lte, reverse } = range;
  return {
    ...(gt !== undefined ? { gt: prefix + gt } : { gte: prefix + (gte ?? '') }),
    ...(lt !== undefined ? { lt: prefix + lt } : { lte: prefix + (lte ?? '~') }),
    reverse: reverse ?? false,
  };
}

/** Bounds of items that expired before `now` (Unix seconds). */
export const expiredBefore = (table: Table, now: number): Range => ({
  gt: `t~${table.TableName}~`,
  lt: `t~${table.TableName}~${seconds(now)}`,
});

const createKey = dynalite.createKey;
/** Cache of encoded partition keys, to compute each digest once. */
const partitions = new Map<string, string>();
const MAX_PARTITIONS = 10_000;

/** Same result as dynalite's `createKey`, which computes two digests per item and index entry. */
export function encodeKey(item: Item, table: Table, keySchema: Index['KeySchema'] = table.KeySchema): string {
  const [hash, range] = keySchema.map(({ AttributeName }) => item[AttributeName]?.S);
  if (typeof hash !== 'string' || (keySchema.length > 1 && typeof range !== 'string'))
    return createKey(item, table, keySchema);
  let partition = partitions.get(hash);
  if (partition === undefined) {
    const digest = createHash('md5').update('Outliers').update(hash).digest('hex').slice(0, 6);
    partition = `${digest}/${Buffer.from(hash).toString('hex')}/`;
    if (partitions.size >= MAX_PARTITIONS) partitions.clear();
    partitions.set(hash, partition);
  }
  return typeof range === 'string' ? `${partition}${Buffer.from(range).toString('hex')}/` : partition;
}

/** Key of an index entry. It ends with the item's key, as several items may share an index key. */
export function indexKey(item: Item, table: Table, keySchema: Index['KeySchema']): string {
  return encodeKey(item, table, keySchema) + encodeKey(item, table);
}

/** Index and expiry entries of an item. */
export function getEntries(table: Table, item: Item): Set<string> {
  const entries = new Set<string>();
  for (const index of table.GlobalSecondaryIndexes ?? []) {
    if (index.KeySchema.some(({ AttributeName }) => item[AttributeName] === undefined)) continue; // a sparse index
    entries.add(indexEntry(table, index.IndexName, indexKey(item, table, index.KeySchema)));
  }
  const expiry = table.ttlAttribute === undefined ? undefined : item[table.ttlAttribute]?.N;
  if (typeof expiry === 'string')
    entries.add(`t~${table.TableName}~${seconds(Number(expiry))}~${encodeKey(item, table)}`);
  return entries;
}

/** LevelDB key of an entry's item. The entry ends with the digest and the parts of the item's key. */
export function itemKeyOfEntry(table: Table, entry: string): string {
  const parts = entry.slice(entry.lastIndexOf('~') + 1).split('/');
  return itemKey(table, parts.slice(-(table.KeySchema.length + 2)).join('/'));
}

/** The attributes of an item projected into an index. */
export function project(table: Table, index: Index, item: Item): Item {
  const { ProjectionType, NonKeyAttributes = [] } = index.Projection;
  if (ProjectionType === 'ALL') return item;
  const keys = [...table.KeySchema, ...index.KeySchema].map(({ AttributeName }) => AttributeName);
  return pick(item, [...keys, ...NonKeyAttributes]);
}

function pick(item: Item, names: readonly string[]): Item {
  return Object.fromEntries(names.flatMap((name) => (item[name] ? [[name, item[name]]] : [])));
}

/** 12 digits, so that string order equals time order until the year 33658. */
const seconds = (value: number): string => String(Math.max(0, Math.floor(value))).padStart(12, '0');
