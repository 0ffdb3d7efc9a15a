import type { ClassicLevel } from 'classic-level';
import { MemoryLevel } from 'memory-level';
import { readItem } from '../../../lambdas/adapters/dynamo/attribute-json';
import type { DynamoClient } from '../../../lambdas/adapters/dynamo/dynamo-client';
import { type Fields, readAnswer, requestJson } from '../../../lambdas/adapters/dynamo/dynamo-json';
import { openTable, type Table } from '../../../lambdas/adapters/dynamo/table';
import { mostBytesOf, sizeOf } from '../../../lambdas/table/item';
import { TABLE } from '../../../lambdas/table/schema';
import { perform } from '../../../local/dynamodb/actions';
import { isApiError } from '../../../local/dynamodb/api-error';
import { createStore, type Store } from '../../../local/dynamodb/store';

type Body = Record<string, unknown>;
type Item = Record<string, Record<string, unknown>>;
/** The name of the table. */
export const NAME = 'rows';

/** Sees a call of the table, such as `UpdateItem`, with its input, whose items are plain values. */
export type Gate = (call: string, when: 'before' | 'after', input: Readonly<Record<string, unknown>>) => unknown;

/** A table of a test's own. */
export interface MemoryTable {
  readonly table: Table;
  /** What the table calls. */
  readonly client: DynamoClient;
  /** Every item. */
  readonly rows: () => Promise<Body[]>;
  /** Every item, in the order of keys, as text that compares: `pk sk name=value …`. */
  readonly items: () => Promise<string[]>;
}

/**
 * The table over the local runner's own store, in memory: with every check, condition and limit of the real one.
 * `gate` is passed by each call before and after it takes effect: where it throws before, the call was never made.
 */
export function memoryTable(gate: Gate = () => undefined): MemoryTable {
  const opened = openStore();
  const client: DynamoClient = {
    async call(action, input) {
      await gate(action, 'before', input);
      checkSizes(input);
      const request = JSON.parse(requestJson(input)) as Body;
      const answer = readAnswer((await perform(await opened, action, request).catch(fail)) as Fields);
      await gate(action, 'after', input);
      return { ...answer, $metadata: { attempts: 1 } };
    },
  };
  return {
    client,
    table: openTable(NAME, client),
    rows,
    items: async () => (await rows()).map(shown).toSorted(),
  };

  async function rows(): Promise<Body[]> {
    const found: Item[] = [];
    for (let from = {}; ; ) {
      const page = { TableName: NAME, ConsistentRead: true, ...from };
      const { Items, LastEvaluatedKey } = await perform(await opened, 'Scan', page);
      found.push(...(Items as Item[]));
      if (LastEvaluatedKey === undefined) break;
      from = { ExclusiveStartKey: LastEvaluatedKey };
    }
    return found.map(readItem);
  }
}

/** Read budgets rely on the most bytes that entities declare. */
function checkSizes({ RequestItems = {} }: Readonly<Record<string, unknown>>): void {
  for (const { PutRequest } of [
    (RequestItems as Record<string, { PutRequest?: { Item: Body } }[]>)[NAME] ?? [],
  ].flat()) {
    const item = PutRequest?.Item;
    if (item && sizeOf(item) > mostBytesOf(String(item.pk)))
      throw new Error(`${item.pk} has ${sizeOf(item)} bytes, and its entity at most ${mostBytesOf(String(item.pk))}`);
  }
}

async function openStore(): Promise<Store> {
  const db = new MemoryLevel();
  await db.open();
  // Both are the same abstract database; the store needs no more of it.
  const store = createStore(db as unknown as ClassicLevel);
  const keys = ([hash, range]: readonly [string, string]) => [
    { AttributeName: hash, KeyType: 'HASH' },
    { AttributeName: range, KeyType: 'RANGE' },
  ];
  const indexes = Object.entries(TABLE.indexes);
  await store.createTable({
    TableName: NAME,
    AttributeDefinitions: [TABLE.pk, TABLE.sk, ...indexes.flatMap(([, names]) => names)].map((AttributeName) => ({
      AttributeName,
      AttributeType: 'S',
    })),
    KeySchema: keys([TABLE.pk, TABLE.sk]),
    GlobalSecondaryIndexes: indexes.map(([IndexName, names]) => ({
      IndexName,
      KeySchema: keys(names),
      Projection: { ProjectionType: 'ALL' },
    })),
  });
  return store;
}

/** An error as the client throws it: by the name of its type. */
function fail(error: unknown): never {
  if (!isApiError(error)) throw error;
  const { __type, Item, CancellationReasons } = error.body;
  throw Object.assign(new Error(error.message), {
    name: String(__type).split('#').at(-1),
    ...(Item ? { Item: readItem(Item as Item) } : {}),
    ...(CancellationReasons ? { CancellationReasons } : {}),
  });
}

function shown({ pk, sk, ...rest }: Body): string {
  const attributes = Object.entries(rest)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value}`);
  return [pk, sk, ...attributes].join(' ');
}
