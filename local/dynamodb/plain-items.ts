import type { Item, Table } from './dynalite';

/** DynamoDB's size limits of a partition key and a sort key, bytes. */
const [MAX_HASH_BYTES, MAX_RANGE_BYTES] = [2_048, 1_024];
/** Integers in canonical form. DynamoDB may normalize other numbers. */
const INTEGER = /^(0|-?[1-9]\d{0,15})$/;
/** Canonical base64: the last digit has no unused bits set. Its length is checked separately. */
const BASE64 = /^[A-Za-z0-9+/]*(?:[AQgw]==|[AEIMQUYcgkosw048]=)?$/;

/** Whether a JSON value is an object (not an array). */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether all attributes are stored exactly as sent. */
export function isPlain(item: unknown): item is Item {
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

/** Whether all keys of a table and its indexes are strings. */
export const hasTextKeys = ({ AttributeDefinitions }: Table): boolean =>
  AttributeDefinitions.every(({ AttributeType }) => AttributeType === 'S');

/** Whether an item has all these keys as strings within the size limits. */
export const hasKey = (item: Item, schema: Table['KeySchema']): boolean =>
  schema.every(({ AttributeName, KeyType }) => {
    const text = item[AttributeName]?.S;
    const max = KeyType === 'HASH' ? MAX_HASH_BYTES : MAX_RANGE_BYTES;
    return typeof text === 'string' && text.length * 3 <= max;
  });
