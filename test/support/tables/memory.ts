import * as sdk from '@aws-sdk/client-dynamodb';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import type { ClassicLevel } from 'classic-level';
import { MemoryLevel } from 'memory-level';
import type { DynamoClient } from '../../../lambdas/core/table/dynamo-client';
import { getMaxBytes, getSize } from '../../../lambdas/core/table/item';
import { TABLE } from '../../../lambdas/core/table/schema';
import { createTableClient, type Table } from '../../../lambdas/core/table/table';
import { perform } from '../../../local/dynamodb/actions';
import { createStore } from '../../../local/dynamodb/store';
import { type Answers, clientOver, documentsOver } from './client-over';
import { dynamoDbLocal } from './dynamodb-local';

type Body = Record<string, unknown>;
export const NAME = 'rows';

/** `input` has plain values, not DynamoDB JSON. */
export type Gate = (call: string, when: 'before' | 'after', input: Readonly<Record<string, unknown>>) => unknown;

export interface MemoryTable {
  readonly table: Table;
  readonly client: DynamoClient;
  readonly rows: () => Promise<Body[]>;
  /** In key order, comparable: `pk sk name=value …`. */
  readonly items: () => Promise<string[]>;
}

/** `gate` runs before and after each call; if it throws before, the call is not made. */
export function memoryTable(gate: Gate = () => undefined): MemoryTable {
  const answer = emptyTable();
  const inner = clientOver(answer);
  const client: DynamoClient = {
    async call(action, input) {
      await gate(action, 'before', input);
      checkSizes(input);
      const answered = await inner.call(action, input);
      await gate(action, 'after', input);
      return answered;
    },
  };
  return {
    client,
    table: createTableClient(NAME, client),
    rows,
    items: async () => (await rows()).map(shown).toSorted(),
  };

  async function rows(): Promise<Body[]> {
    const found: Body[] = [];
    const pages = paginateScan({ client: documentsOver(answer) }, { TableName: NAME, ConsistentRead: true });
    for await (const { Items = [] } of pages) found.push(...Items);
    return found;
  }
}

/** Read budgets rely on the declared maximum sizes. */
function checkSizes({ RequestItems = {} }: Readonly<Record<string, unknown>>): void {
  for (const { PutRequest } of [
    (RequestItems as Record<string, { PutRequest?: { Item: Body } }[]>)[NAME] ?? [],
  ].flat()) {
    const item = PutRequest?.Item;
    if (item && getSize(item) > getMaxBytes(String(item.pk)))
      throw new Error(`${item.pk} has ${getSize(item)} bytes, and its entity at most ${getMaxBytes(String(item.pk))}`);
  }
}

const keySchema = ([hash, range]: readonly [string, string]) => [
  { AttributeName: hash, KeyType: 'HASH' as const },
  { AttributeName: range, KeyType: 'RANGE' as const },
];
const indexes = Object.entries(TABLE.indexes);
export const CREATE_TABLE = {
  TableName: NAME,
  AttributeDefinitions: [TABLE.pk, TABLE.sk, ...indexes.flatMap(([, names]) => names)].map((AttributeName) => ({
    AttributeName,
    AttributeType: 'S' as const,
  })),
  KeySchema: keySchema([TABLE.pk, TABLE.sk]),
  GlobalSecondaryIndexes: indexes.map(([IndexName, names]) => ({
    IndexName,
    KeySchema: keySchema(names),
    Projection: { ProjectionType: 'ALL' as const },
  })),
};

/** In memory, or DynamoDB Local with `DYNAMODB_LOCAL_URL`. */
export const emptyTable = (): Answers => {
  const { DYNAMODB_LOCAL_URL: url } = process.env;
  return url ? dynamoDbLocal(url, CREATE_TABLE) : inMemory();
};

function inMemory(): Answers {
  const opening = (async () => {
    const db = new MemoryLevel();
    await db.open();
    // Both are the same abstract database; the store needs no more of it.
    const store = createStore(db as unknown as ClassicLevel);
    await store.createTable(CREATE_TABLE);
    return store;
  })();
  return async (call, request) => perform(await opening, call, request);
}

export function serviceError(name: string, message: string, fields: object = {}): Error {
  const { [name]: Named } = sdk as unknown as Record<string, typeof sdk.ConditionalCheckFailedException | undefined>;
  const given = { message, $metadata: {}, ...fields };
  return Named ? new Named(given) : new sdk.DynamoDBServiceException({ ...given, name, $fault: 'client' });
}

function shown({ pk, sk, ...rest }: Body): string {
  const attributes = Object.entries(rest)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value}`);
  return [pk, sk, ...attributes].join(' ');
}
