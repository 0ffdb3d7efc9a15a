import { isObject } from './attribute-types';
import type { Range, Request, Table } from './dynalite';
import { encodeKey, MAX_HASH_BYTES, MAX_RANGE_BYTES } from './keyspace';

/** A Query, and what of it is read. */
export interface QuickQuery {
  readonly table: Table;
  /** Its partition key is where dynalite puts it. */
  readonly request: Request;
  readonly range: Range;
  readonly startKeyNames: readonly string[];
}

/** The only condition under which the service's table reads a list. */
const CONDITION = '#p = :p AND #s BETWEEN :low AND :high';

/**
 * A Query as the service's own table asks, which needs none of dynalite's checks: they take longer than reading the rows.
 * undefined where any doubt is left: then dynalite decides, and words the error.
 */
export function quickQuery(
  body: Readonly<Record<string, unknown>>,
  find: (name: string) => Table | undefined,
): QuickQuery | undefined {
  const { TableName, IndexName, KeyConditionExpression: condition, ...more } = body;
  const { ExpressionAttributeNames: names, ExpressionAttributeValues: values, ...settings } = more;
  const { ScanIndexForward, Limit, ConsistentRead, ...others } = settings;
  if (typeof TableName !== 'string' || condition !== CONDITION || Object.keys(others).length > 0) return undefined;
  if (!isTruth(ScanIndexForward) || !isTruth(ConsistentRead) || !isLimit(Limit)) return undefined;
  const table = find(TableName);
  const schema = table && schemaOf(table, IndexName);
  if (!schema || (IndexName !== undefined && ConsistentRead)) return undefined;
  const [hash, range] = schema.map(({ AttributeName }) => AttributeName);
  if (!isObject(names) || Object.keys(names).length !== 2 || names['#p'] !== hash || names['#s'] !== range)
    return undefined;
  if (!isObject(values) || Object.keys(values).length !== 3) return undefined;
  const [p, low, high] = [textOf(values[':p']), textOf(values[':low']), textOf(values[':high'])];
  if (!fits(p, MAX_HASH_BYTES) || !fits(low, MAX_RANGE_BYTES) || !fits(high, MAX_RANGE_BYTES)) return undefined;
  const [from, to] = [Buffer.from(low).toString('hex'), Buffer.from(high).toString('hex')];
  if (from > to) return undefined;
  const partition = encodeKey({ [hash ?? '']: { S: p } }, table, schema.slice(0, 1));
  const keys = [...table.KeySchema, ...schema].map(({ AttributeName }) => AttributeName);
  return {
    table,
    request: {
      TableName,
      ...settings,
      ...(typeof IndexName === 'string' ? { IndexName } : {}),
      KeyConditions: { [hash ?? '']: { AttributeValueList: [{ S: p }] } },
    },
    range: {
      gte: `${partition}${from}/`,
      lte: `${partition}${to}/~`,
      reverse: ScanIndexForward === false,
    },
    startKeyNames: [...new Set(keys)],
  };
}

/** The keys of a table, or of one of its indexes, if both are texts. */
function schemaOf({ KeySchema, GlobalSecondaryIndexes = [], AttributeDefinitions }: Table, index: unknown) {
  const schema =
    index === undefined ? KeySchema : GlobalSecondaryIndexes.find(({ IndexName }) => IndexName === index)?.KeySchema;
  const isText = AttributeDefinitions.every(({ AttributeType }) => AttributeType === 'S');
  return isText && schema?.length === 2 ? schema : undefined;
}

const isTruth = (value: unknown): boolean => value === undefined || typeof value === 'boolean';
const isLimit = (value: unknown): boolean => value === undefined || (Number.isInteger(value) && Number(value) > 0);

/** The text of an attribute that is nothing else. */
function textOf(attribute: unknown): string {
  if (!isObject(attribute) || Object.keys(attribute).length !== 1) return '';
  return typeof attribute.S === 'string' ? attribute.S : '';
}
const fits = (text: string, maxBytes: number): boolean => text !== '' && text.length * 3 <= maxBytes;
