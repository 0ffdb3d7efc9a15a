import { isObject } from './attribute-types';
import type { Item, Table } from './dynalite';

/** DynamoDB's limits of a partition key and of a sort key, bytes. */
const [MAX_HASH_BYTES, MAX_RANGE_BYTES] = [2_048, 1_024];
/** Integers as JavaScript writes them: any other number DynamoDB may write in another way than it was given. */
const INTEGER = /^(0|-?[1-9]\d{0,15})$/;
/** Base64 of a length that is a multiple of four, whose last digit has no bits that are left over. */
const BASE64 = /^[A-Za-z0-9+/]*(?:[AQgw]==|[AEIMQUYcgkosw048]=)?$/;

/** Whether an item has only attributes that are stored as they are given. */
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

/** Whether the keys of a table and of its indexes are all texts. */
export const hasTextKeys = ({ AttributeDefinitions }: Table): boolean =>
  AttributeDefinitions.every(({ AttributeType }) => AttributeType === 'S');

/** Whether an item has texts within the limits of keys under all of these names. */
export const hasKey = (item: Item, schema: Table['KeySchema']): boolean =>
  schema.every(({ AttributeName, KeyType }) => {
    const text = item[AttributeName]?.S;
    const max = KeyType === 'HASH' ? MAX_HASH_BYTES : MAX_RANGE_BYTES;
    return typeof text === 'string' && text.length * 3 <= max;
  });
