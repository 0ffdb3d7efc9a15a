import { createRequire } from 'node:module';

/** An attribute in DynamoDB JSON, such as `{"S": "text"}`. */
export type AttributeValue = Readonly<Record<string, unknown>>;
export type Item = Record<string, AttributeValue>;

export interface KeyElement {
  readonly AttributeName: string;
  readonly KeyType: string;
}
export interface Index {
  readonly IndexName: string;
  readonly KeySchema: readonly KeyElement[];
  readonly Projection: { readonly ProjectionType: string; readonly NonKeyAttributes?: readonly string[] };
}
/** A table declaration, with the field names of CreateTable. */
export interface Table {
  readonly TableName: string;
  readonly AttributeDefinitions: readonly { readonly AttributeName: string; readonly AttributeType: string }[];
  readonly KeySchema: readonly KeyElement[];
  readonly GlobalSecondaryIndexes?: readonly Index[];
  /** Name of the TTL attribute, in Unix seconds. */
  readonly ttlAttribute?: string;
}

/** A parsed request; dynalite adds `_condition`, `_filter` etc. */
export type Request = Record<string, unknown> & {
  readonly TableName: string;
  readonly Key?: Item;
  readonly Item?: Item;
  readonly IndexName?: string;
  readonly Limit?: number;
  readonly Select?: string;
  readonly ConsistentRead?: boolean;
  readonly ReturnConsumedCapacity?: string;
  /** Query only; by attribute. */
  readonly KeyConditions?: Readonly<Record<string, { readonly AttributeValueList: readonly AttributeValue[] }>>;
  readonly _filter?: { readonly expression: unknown };
  readonly _projection?: { readonly paths: unknown[] };
};
/** Bounds of a read; keys without the table prefix. */
export interface Range {
  gt?: string;
  gte?: string;
  lt?: string;
  lte?: string;
  reverse?: boolean;
}

type Callback<T> = (error: Error | null, result?: T) => void;
/** Store interface expected by dynalite's actions. */
export interface ActionStore {
  readonly options: { readonly maxItemSize: number };
  getTable(name: string, ...callback: [Callback<Table>] | [boolean, Callback<Table>]): void;
  getItemDb(table: string): {
    lock(key: string, run: (release: <F>(callback: F) => F) => void): void;
    get(key: string, callback: Callback<Item>): void;
    put(key: string, item: Item, callback: Callback<void>): void;
    del(key: string, callback: Callback<void>): void;
  };
}

interface Library {
  createKey: (item: Item, table: Table, keySchema?: readonly KeyElement[]) => string;
  validateKey(key: Item, table: Table): Error | undefined;
  itemSize(item: Item): number;
  matchesExprFilter(item: Item, expression: unknown): boolean;
  mapPaths(paths: unknown[], item: Item): Item;
  checkConditional(request: Request, item: Item | undefined): Error | null | undefined;
  createIndexKey: (item: Item, table: Table, keySchema: readonly KeyElement[]) => string;
  updateIndexes: (store: ActionStore, table: Table, old: unknown, item: unknown, callback: () => void) => void;
  queryTable: (
    store: ActionStore,
    table: Table,
    request: Request,
    range: Range,
    isLocal: boolean,
    fetchItems: boolean,
    startKeyNames: readonly string[],
    callback: Callback<unknown>,
  ) => void;
}
interface Validations {
  checkTypes(request: Readonly<Record<string, unknown>>, types: Readonly<Record<string, unknown>>): Request;
  checkValidations(request: Request, types: unknown, custom: unknown, store: ActionStore): void;
}

const require = createRequire(import.meta.url);

/** dynalite's key encoding, expressions and comparisons. */
export const dynalite = require('dynalite/db') as Library;

const { checkTypes, checkValidations } = require('dynalite/validations') as Validations;
type Action = (store: ActionStore, request: Request, callback: Callback<Record<string, unknown>>) => void;
const names = [
  'batchGetItem',
  'batchWriteItem',
  'deleteItem',
  'getItem',
  'putItem',
  'query',
  'scan',
  'updateItem',
] as const;
/** dynalite actions served here. */
export type ActionName = (typeof names)[number];
const actions = new Map(
  names.map((name) => [
    name as string,
    {
      run: require(`dynalite/actions/${name}`) as Action,
      validation: require(`dynalite/validations/${name}`) as { types: Record<string, unknown>; custom: unknown },
    },
  ]),
);

/** dynalite's action for an API call (`PutItem`); undefined if unsupported. */
export function getAction(call: string): ActionName | undefined {
  const name = call.charAt(0).toLowerCase() + call.slice(1);
  return names.find((known) => known === name);
}

/** Validates a request like DynamoDB and parses its expressions. Throws an ApiError. */
export function validate(name: ActionName, request: Record<string, unknown>, store: ActionStore): Request {
  const action = lookup(name);
  // A copy: dynalite deletes the fields that it does not know, and some of those are served here.
  const checked = checkTypes({ ...request }, action.validation.types);
  checkValidations(checked, action.validation.types, action.validation.custom, store);
  return checked;
}

/** Runs a validated request. */
export function run(name: ActionName, store: ActionStore, request: Request): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    lookup(name).run(store, request, (error, result) => (error ? reject(error) : resolve(result ?? {})));
  });
}

function lookup(name: ActionName) {
  const action = actions.get(name);
  if (!action) throw new Error(`DynamoDB action ${name} is not supported; add it to local/dynamodb/dynalite.ts.`);
  return action;
}
