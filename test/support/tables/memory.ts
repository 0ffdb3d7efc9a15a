import type { ClassicLevel } from 'classic-level';
import { MemoryLevel } from 'memory-level';
import { type Documents, openTable, type Table } from '../../../lambdas/adapters/dynamo/table';
import { TABLE } from '../../../lambdas/table/schema';
import { perform } from '../../../local/dynamodb/actions';
import { isApiError } from '../../../local/dynamodb/api-error';
import { createStore, type Store } from '../../../local/dynamodb/store';
import { fromAttributes, toAttributes } from './attributes';

type Body = Record<string, unknown>;
type Item = Record<string, Record<string, unknown>>;
/** The name of the table. */
export const NAME = 'rows';

/** Sees a call of the table, such as `UpdateItem`, with its input as the document client has it. */
export type Gate = (call: string, when: 'before' | 'after', input: Readonly<Record<string, unknown>>) => unknown;

/** A table of a test's own. */
export interface MemoryTable {
  readonly table: Table;
  /** What the table sends its commands to. */
  readonly documents: Documents;
  /** Every item, in the order of keys, as text that compares: `pk sk name=value …`. */
  readonly items: () => Promise<string[]>;
}

/**
 * The table over the local runner's own store, in memory: with every check, condition and limit of the real one.
 * `gate` is passed by each call before and after it takes effect: where it throws before, the call was never made.
 */
export function memoryTable(gate: Gate = () => undefined): MemoryTable {
  const opened = openStore();
  const send = async (command: { readonly input: Body }) => {
    const { input } = command;
    // The document client's `GetCommand` is the API's `GetItem`.
    const call = command.constructor.name
      .replace(/Command$/, '')
      .replace(/^(Get|Put|Delete|Update|BatchGet|BatchWrite)$/, '$1Item')
      .replace(/^TransactWrite$/, 'TransactWriteItems');
    await gate(call, 'before', input);
    const answer = decoded(await perform(await opened, call, encoded(input)).catch(fail));
    await gate(call, 'after', input);
    return answer;
  };
  const documents = { send } as Documents;
  return {
    documents,
    table: openTable(NAME, documents),
    async items() {
      const found: Item[] = [];
      for (let from = {}; ; ) {
        const page = { TableName: NAME, ConsistentRead: true, ...from };
        const { Items, LastEvaluatedKey } = await perform(await opened, 'Scan', page);
        found.push(...(Items as Item[]));
        if (LastEvaluatedKey === undefined) break;
        from = { ExclusiveStartKey: LastEvaluatedKey };
      }
      return found.map((item) => shown(fromAttributes(item))).toSorted();
    },
  };
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

/** A command's input as the API takes it. */
function encoded(input: Body): Body {
  const { Item, Key, ExpressionAttributeValues, RequestItems, TransactItems, ...rest } = input as Record<
    string,
    Body | undefined
  >;
  return {
    ...rest,
    ...(Item ? { Item: toAttributes(Item) } : {}),
    ...(Key ? { Key: toAttributes(Key) } : {}),
    ...(ExpressionAttributeValues ? { ExpressionAttributeValues: toAttributes(ExpressionAttributeValues) } : {}),
    ...(Array.isArray(TransactItems) ? { TransactItems: TransactItems.map(encodedWrite) } : {}),
    ...(RequestItems
      ? {
          RequestItems: Object.fromEntries(
            Object.entries(RequestItems).map(([table, asked]) => [
              table,
              Array.isArray(asked) ? asked.map(encodedWrite) : encodedKeys(asked as Body),
            ]),
          ),
        }
      : {}),
  };
}
const encodedWrite = (write: Record<string, Body>): Body =>
  Object.fromEntries(Object.entries(write).map(([kind, request]) => [kind, encoded(request)]));
const encodedKeys = ({ Keys, ...rest }: Body): Body => ({ ...rest, Keys: (Keys as Body[]).map(toAttributes) });

/** An answer as the document client gives it. */
function decoded({ Item, Attributes, Items, Responses, ...rest }: Record<string, unknown>): Body {
  return {
    ...rest,
    ...(Item ? { Item: fromAttributes(Item as Item) } : {}),
    ...(Attributes ? { Attributes: fromAttributes(Attributes as Item) } : {}),
    ...(Items ? { Items: (Items as Item[]).map(fromAttributes) } : {}),
    ...(Responses
      ? {
          Responses: Object.fromEntries(
            Object.entries(Responses).map(([table, items]) => [table, (items as Item[]).map(fromAttributes)]),
          ),
        }
      : {}),
  };
}

/** An error as the SDK throws it: by the name of its type. */
function fail(error: unknown): never {
  if (!isApiError(error)) throw error;
  const { __type, Item, CancellationReasons } = error.body;
  throw Object.assign(new Error(error.message), {
    name: String(__type).split('#').at(-1),
    ...(Item ? { Item: fromAttributes(Item as Item) } : {}),
    ...(CancellationReasons ? { CancellationReasons } : {}),
  });
}

function shown({ pk, sk, ...rest }: Body): string {
  const attributes = Object.entries(rest)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value}`);
  return [pk, sk, ...attributes].join(' ');
}
