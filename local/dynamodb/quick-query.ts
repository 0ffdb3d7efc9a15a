import type { Range, Request, Table } from './dynalite';
import { encodeKey } from './keyspace';
import { hasKey, hasTextKeys, isObject, isPlain } from './plain-items';

/** A Query and its key range. */
export interface QuickQuery {
  readonly table: Table;
  /** Has the partition key in dynalite's `KeyConditions`. */
  readonly request: Request;
  readonly range: Range;
  readonly startKeyNames: readonly string[];
}

/** The only key condition the service uses. */
const CONDITION = '#p = :p AND #s BETWEEN :low AND :high';

/**
 * Parses a Query of the form the service sends, which needs none of dynalite's checks: they take longer than reading
 * the rows. undefined in any doubt: dynalite validates and reports errors.
 */
export function quickQuery(
  body: Readonly<Record<string, unknown>>,
  find: (name: string) => Table | undefined,
): QuickQuery | undefined {
  const { TableName, IndexName, KeyConditionExpression: condition, ...more } = body;
  const { ExpressionAttributeNames: names, ExpressionAttributeValues: values, ...settings } = more;
  const { ScanIndexForward, Limit, ConsistentRead, ...others } = settings;
  if (typeof TableName !== 'string' || condition !== CONDITION || Object.keys(others).length > 0) return undefined;
  if (!isOptionalBoolean(ScanIndexForward) || !isOptionalBoolean(ConsistentRead) || !isLimit(Limit)) return undefined;
  const table = find(TableName);
  const schema = table && toSchema(table, IndexName);
  if (!schema || (IndexName !== undefined && ConsistentRead)) return undefined;
  const [hash = '', range = ''] = schema.map(({ AttributeName }) => AttributeName);
  if (!isObject(names) || Object.keys(names).length !== 2 || names['#p'] !== hash || names['#s'] !== range)
    return undefined;
  if (!isObject(values) || Object.keys(values).length !== 3) return undefined;
  const partition = values[':p'];
  const [low, high] = [values[':low'], values[':high']].map((bound) => ({ [hash]: partition, [range]: bound }));
  if (!isPlain(low) || !isPlain(high) || !hasKey(low, schema) || !hasKey(high, schema)) return undefined;
  const [from, to] = [encodeKey(low, table, schema), encodeKey(high, table, schema)];
  if (from > to) return undefined;
  const keys = [...table.KeySchema, ...schema].map(({ AttributeName }) => AttributeName);
  return {
    table,
    request: {
      TableName,
      ...settings,
      ...(typeof IndexName === 'string' ? { IndexName } : {}),
      KeyConditions: { [hash]: { AttributeValueList: [low[hash] ?? {}] } },
    },
    range: { gte: from, lte: `${to}~`, reverse: ScanIndexForward === false },
    startKeyNames: [...new Set(keys)],
  };
}

/** Key schema of a table or index, if both keys are strings. */
function toSchema(table: Table, index: unknown) {
  const { KeySchema, GlobalSecondaryIndexes = [] } = table;
  const schema =
    index === undefined ? KeySchema : GlobalSecondaryIndexes.find(({ IndexName }) => IndexName === index)?.KeySchema;
  return hasTextKeys(table) && schema?.length === 2 ? schema : undefined;
}

const isOptionalBoolean = (value: unknown): boolean => value === undefined || typeof value === 'boolean';
const isLimit = (value: unknown): boolean => value === undefined || (Number.isInteger(value) && Number(value) > 0);
