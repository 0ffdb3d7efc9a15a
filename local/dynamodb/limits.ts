import { type ApiError, apiError } from './api-error';
import type { AttributeValue, Item, KeyElement, Request, Table } from './dynalite';
import { isObject } from './plain-items';

// DynamoDB limits that dynalite does not enforce (AWS: "Quotas in Amazon DynamoDB"), so that violations fail locally
// first.

/** Nesting depth below the item itself. */
const MAX_DEPTH = 31;
/** Length of an expression including spaces, and of a name or value placeholder. */
const [MAX_EXPRESSION_BYTES, MAX_PLACEHOLDER_BYTES] = [4_096, 255];
const [MAX_OPERATORS, MAX_IN_OPERANDS] = [300, 100];
const MAX_KEY_BYTES: Readonly<Record<string, number>> = { HASH: 2_048, RANGE: 1_024 };
const MAX_TRANSACTION_BYTES = 4 * 1_024 * 1_024;
const MAX_TOKEN_CHARACTERS = 36;

const EXPRESSIONS = [
  'UpdateExpression',
  'ConditionExpression',
  'KeyConditionExpression',
  'FilterExpression',
  'ProjectionExpression',
] as const;
/** Comparisons, logical operators, arithmetic and functions. The AND of a BETWEEN does not count. */
const OPERATOR = /<>|<=|>=|[=<>+-]|\b(?:AND|OR|NOT|BETWEEN|IN)\b|\b[a-z_]+(?=\s*\()/gi;
const BETWEEN = /\bBETWEEN\b/gi;
const OPERANDS = /\bIN\s*\(([^)]*)\)/gi;

const limitErrors = new WeakSet<object>();
const refusal = (message: string): ApiError => {
  const error = apiError('ValidationException', message);
  limitErrors.add(error);
  return error;
};
/** Whether an error was created here: it fails a whole transaction. */
export const isBeyondLimits = (error: ApiError): boolean => limitErrors.has(error);

const byteLength = (text: string): number => Buffer.byteLength(text);

/** Checks a request's expressions, names and values. Throws a ValidationException. */
export function checkExpressions(request: Readonly<Record<string, unknown>>): void {
  for (const name of EXPRESSIONS) {
    const text = request[name];
    if (typeof text !== 'string') continue;
    if (byteLength(text) > MAX_EXPRESSION_BYTES)
      throw refusal(`Invalid ${name}: Expression size has exceeded the maximum allowed size`);
    const operators = (text.match(OPERATOR)?.length ?? 0) - (text.match(BETWEEN)?.length ?? 0);
    if (operators > MAX_OPERATORS)
      throw refusal(`Invalid ${name}: The expression contains too many operators; operator count: ${operators}`);
    for (const [, list = ''] of text.matchAll(OPERANDS)) {
      const operands = list.split(',').length;
      if (operands > MAX_IN_OPERANDS)
        throw refusal(`Invalid ${name}: The IN operator is provided with too many operands: ${operands}`);
    }
  }
  for (const name of ['ExpressionAttributeNames', 'ExpressionAttributeValues']) {
    const map = request[name];
    if (!isObject(map)) continue;
    const long = Object.keys(map).find((key) => byteLength(key) > MAX_PLACEHOLDER_BYTES);
    if (long !== undefined)
      throw refusal(`${name} contains invalid key: The expression attribute map contains a key that is too long`);
  }
  const { ExpressionAttributeValues: values } = request;
  if (isObject(values) && Object.values(values).some((value) => isTooDeep(value as AttributeValue)))
    throw refusal('ExpressionAttributeValues contains invalid value: Nesting Levels have exceeded supported limits');
}

/** Checks a Query's key values. Throws a ValidationException for empty or overlong ones, which could never match. */
export function checkKeyConditions({ IndexName, KeyConditions }: Request, table: Table): void {
  const schema = toSchemas(table).find(({ index }) => index === IndexName)?.keys ?? [];
  for (const element of schema)
    for (const value of KeyConditions?.[element.AttributeName]?.AttributeValueList ?? []) {
      const error = keyError(value, element, IndexName);
      if (error) throw error;
    }
}

/** The error DynamoDB would return for an item whose primary key is valid; undefined if it would store it. */
export function itemError(table: Table, item: Item): ApiError | undefined {
  for (const [name, value] of Object.entries(item)) {
    if (name === '') return refusal('Empty attribute name');
    if (isTooDeep(value))
      return refusal(
        'Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit',
      );
  }
  for (const { index, keys } of toSchemas(table))
    for (const element of keys) {
      const value = item[element.AttributeName];
      const error = value && keyError(value, element, index);
      if (error) return error;
    }
  return undefined;
}

/** Checks a transaction as a whole; operations and their number are checked elsewhere. Throws a ValidationException. */
export function checkTransaction(body: Readonly<Record<string, unknown>>, elements: readonly object[]): void {
  const { ClientRequestToken: token } = body;
  if (typeof token === 'string' && (token.length === 0 || token.length > MAX_TOKEN_CHARACTERS))
    throw refusal(`ClientRequestToken must have 1 to ${MAX_TOKEN_CHARACTERS} characters`);
  if (elements.some((element) => Object.keys(element).length > 1))
    throw refusal('TransactItems can only contain one of Check, Put, Update or Delete');
  // Uses the JSON length, which exceeds DynamoDB's count by less than 2% at this size.
  const bytes = byteLength(JSON.stringify(elements));
  if (bytes > MAX_TRANSACTION_BYTES)
    throw refusal(`Transaction payload size cannot exceed 4MB. Payload Size: ${bytes}`);
}

const toSchemas = ({ KeySchema, GlobalSecondaryIndexes = [] }: Table) => [
  { index: undefined, keys: KeySchema },
  ...GlobalSecondaryIndexes.map(({ IndexName, KeySchema: keys }) => ({ index: IndexName, keys })),
];

function keyError(
  { S: text }: AttributeValue,
  { AttributeName, KeyType }: KeyElement,
  index: string | undefined,
): ApiError | undefined {
  if (typeof text !== 'string') return undefined;
  const of = index === undefined ? `Key: ${AttributeName}` : `IndexName: ${index}, IndexKey: ${AttributeName}`;
  if (text === '')
    return refusal(
      `One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. ${of}`,
    );
  const max = MAX_KEY_BYTES[KeyType] ?? 0;
  if (byteLength(text) > max)
    return refusal(
      `One or more parameter values were invalid: Size of a key has exceeded the limit of ${max} bytes. ${of}`,
    );
  return undefined;
}

function isTooDeep({ L: list, M: map }: AttributeValue, depth = 0): boolean {
  const inner = Array.isArray(list) ? list : isObject(map) ? Object.values(map) : undefined;
  if (!inner) return false;
  return depth >= MAX_DEPTH || inner.some((one) => isTooDeep(one as AttributeValue, depth + 1));
}
