import { toLiteral } from './key';
import { type EntitySpec, entities, type IndexName, MAX_ROW_BYTES, TABLE } from './schema';

export type Item = { readonly pk: string; readonly sk: string } & Readonly<Record<string, Value>>;
type Value = string | number | boolean | Uint8Array | Readonly<Record<string, unknown>> | undefined;
export type ItemKey = Pick<Item, 'pk' | 'sk'>;

export const WRITE_UNIT_BYTES = 1_024;

const INDEX_NAMES = Object.keys(TABLE.indexes) as IndexName[];
const INDEXES = Object.values(TABLE.indexes);

/** As DynamoDB counts, bytes: names and strings in UTF-8, numbers by their digits. */
export function getSize(item: Readonly<Record<string, unknown>>): number {
  let size = 0;
  for (const name in item) {
    const value = item[name];
    if (value !== undefined) size += name.length + valueSize(value);
  }
  return size;
}

export const getUnits = (item: Readonly<Record<string, unknown>>): number =>
  Math.max(1, Math.ceil(getSize(item) / WRITE_UNIT_BYTES));

/** Of one put or delete, in the table and in each index with an entry of the item. */
export const writeUnits = (item: Readonly<Record<string, unknown>>): number =>
  getUnits(item) * getPartitions(item).length;

export function getPartitions(item: Readonly<Record<string, unknown>>): string[] {
  const partitions = [String(item.pk)];
  for (const [pk, sk] of INDEXES)
    if (item[pk] !== undefined && item[sk] !== undefined) partitions.push(String(item[pk]));
  return partitions;
}

/** Of one request for `bytes`: half a unit per 4 KiB, rounded up once; twice that if consistent. */
export const readUnits = (bytes: number, consistent = false): number =>
  Math.max(1, Math.ceil(bytes / 4_096)) * (consistent ? 1 : 0.5);

/** By the literal of the partition key: entities that share one use the largest. */
const mostBytes = new Map<string, number>();
for (const { pk, maxBytes = MAX_ROW_BYTES, ...indexes } of Object.values<EntitySpec>(entities))
  for (const template of [pk, ...INDEX_NAMES.flatMap((name) => indexes[name]?.[0] ?? [])]) {
    const literal = toLiteral(template);
    mostBytes.set(literal, Math.max(maxBytes, mostBytes.get(literal) ?? 0));
  }

export const getMaxBytes = (pk: string): number => mostBytes.get(pk.slice(0, pk.indexOf('#') + 1)) ?? MAX_ROW_BYTES;

export const mostReadUnits = (pk: string, consistent = false): number => readUnits(getMaxBytes(pk), consistent);

function valueSize(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return Math.ceil(String(Math.abs(value)).length / 2) + 1 + (value < 0 ? 1 : 0);
  if (value instanceof Uint8Array) return value.byteLength;
  if (typeof value === 'boolean' || value === null) return 1;
  if (value instanceof Set) return [...value].reduce((sum, element) => sum + valueSize(element), 0);
  // Lists and maps: 3 bytes, plus 1 per element.
  return (
    3 +
    Object.entries(value as object).reduce(
      (sum, [k, v]) => sum + 1 + valueSize(v) + (Array.isArray(value) ? 0 : k.length),
      0,
    )
  );
}
