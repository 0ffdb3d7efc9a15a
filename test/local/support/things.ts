import { ClassicLevel } from 'classic-level';
import { createCallLog } from '../../../local/calls';
import { createAnswerer, type StoreAnswer } from '../../../local/dynamodb/answer';
import type { Item, Table } from '../../../local/dynamodb/dynalite';
import { quickWrites } from '../../../local/dynamodb/quick-writes';
import { createStore, type Store } from '../../../local/dynamodb/store';
import { createJudge } from '../../../local/iam/roles';
import { folder } from './assembly';

type Body = Readonly<Record<string, unknown>>;
export const S = (value: string) => ({ S: value });
export const N = (value: number | string) => ({ N: String(value) });
export const key = (pk: string, sk = '0'): Item => ({ pk: S(pk), sk: S(sk) });
export const toPut = (Item: Item) => ({ PutRequest: { Item } });
export const toDelete = (Key: Item) => ({ DeleteRequest: { Key } });

const keySchema = (hash: string, range: string) => [
  { AttributeName: hash, KeyType: 'HASH' },
  { AttributeName: range, KeyType: 'RANGE' },
];
/** Its indexes have different projections. */
const things: Table = {
  TableName: 'things',
  AttributeDefinitions: ['pk', 'sk', 'gp', 'gs'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
  KeySchema: keySchema('pk', 'sk'),
  GlobalSecondaryIndexes: [
    { IndexName: 'all', KeySchema: keySchema('gp', 'gs'), Projection: { ProjectionType: 'ALL' } },
    { IndexName: 'keys', KeySchema: keySchema('gp', 'gs'), Projection: { ProjectionType: 'KEYS_ONLY' } },
    {
      IndexName: 'some',
      KeySchema: keySchema('gp', 'gs'),
      Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['a'] },
    },
  ],
  ttlAttribute: 'expiresAt',
};
/** Its keys are numbers. */
const numbers: Table = {
  TableName: 'numbers',
  AttributeDefinitions: ['n', 'm'].map((AttributeName) => ({ AttributeName, AttributeType: 'N' })),
  KeySchema: [{ AttributeName: 'n', KeyType: 'HASH' }],
  GlobalSecondaryIndexes: [
    { IndexName: 'm', KeySchema: [{ AttributeName: 'm', KeyType: 'HASH' }], Projection: { ProjectionType: 'ALL' } },
  ],
};
const notes: Table = {
  TableName: 'notes',
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
};
export const INDEXES = ['all', 'keys', 'some'] as const;

/** More than any test needs: a broken store may return pages endlessly. */
const MAX_PAGES = 100;

/** Numbers of stored entries: items, indexes and expiry order. */
interface Entries {
  readonly items: number;
  readonly index: number;
  readonly expiry: number;
}

/** A store with the tables `things`, `numbers` and `notes`. */
export interface Things {
  readonly db: ClassicLevel;
  readonly store: Store;
  /** Answers a call as the endpoint does. */
  answer(call: string, body: Body): Promise<StoreAnswer>;
  /** Calls for the table `things`; throws unless the status is 200. */
  call(call: string, body?: Body): Promise<Body>;
  /** A BatchWriteItem of `things`. */
  write(...writes: readonly object[]): Promise<Body>;
  /** The pages of a Query or Scan, from the first to the last. */
  pages(call: string, body?: Body): Promise<readonly Body[]>;
  entries(): Promise<Entries>;
  /** The entries without stale ones. */
  wanted(): Promise<Entries>;
  clear(): Promise<void>;
}

/** A store that sends all batches to dynalite (`slow`), or only unusual ones (`quick`). */
async function createThings(kind: 'quick' | 'slow' = 'quick'): Promise<Things> {
  const db = new ClassicLevel(folder());
  await db.open();
  const store = createStore(db);
  for (const table of [things, numbers, notes]) await store.createTable(table);
  let cleared = 0;
  const answerer = createAnswerer(store, createCallLog(), createJudge({}), { synced: async () => undefined });
  const answer = (call: string, body: Body) => {
    const more = call === 'BatchWriteItem' && kind === 'slow' ? { ReturnConsumedCapacity: 'NONE' } : {};
    return answerer({ call, caller: undefined, text: JSON.stringify({ ...body, ...more }) });
  };
  const call = async (name: string, body: Body = {}): Promise<Body> => {
    const { status, text } = await answer(name, name === 'BatchWriteItem' ? body : { TableName: 'things', ...body });
    if (status !== 200) throw new Error(text);
    return JSON.parse(text) as Body;
  };
  const pages = async (name: string, body: Body = {}): Promise<readonly Body[]> => {
    const all = [await call(name, body)];
    for (let last = all[0]?.LastEvaluatedKey; last; last = all.at(-1)?.LastEvaluatedKey) {
      if (all.length === MAX_PAGES) throw new Error(`${name} has no last page`);
      all.push(await call(name, { ...body, ExclusiveStartKey: last }));
    }
    return all;
  };
  return {
    ...{ db, store, answer, call, pages },
    write: (...writes) => call('BatchWriteItem', { RequestItems: { things: writes } }),
    async entries() {
      const keys = await db.keys().all();
      const count = (kind: string) => keys.filter((key) => key.startsWith(`${kind}~`)).length;
      return { items: count('i'), index: count('x'), expiry: count('t') };
    },
    async wanted() {
      const items = toItems(await pages('Scan'));
      return {
        items: items.length,
        index: items.filter(({ gp, gs }) => gp && gs).length * INDEXES.length,
        expiry: items.filter(({ expiresAt }) => expiresAt?.N !== undefined).length,
      };
    },
    async clear() {
      await db.clear();
      // Every read skips deleted entries, which would slow the last of many runs.
      if (++cleared % 50 === 0) await db.compactRange('', '~~');
    },
  };
}

/** A store for the tests of a file, passed to `use` and emptied before each test. `removeFolders` deletes its folder. */
export function useThings(use: (things: Things) => void, kind?: 'quick' | 'slow'): void {
  let things: Things;
  beforeAll(async () => {
    things = await createThings(kind);
    use(things);
  });
  beforeEach(() => things.clear());
  afterAll(() => things.store.close());
}

/** Both kinds of store, for the tests of a file. */
export function useBothPaths(use: (quick: Things, slow: Things) => void): void {
  let quick: Things;
  useThings((one) => {
    quick = one;
  }, 'quick');
  useThings((slow) => use(quick, slow), 'slow');
}

/** Whether a body takes the quick path. */
export const isQuick = ({ store }: Things, body: Body): boolean => quickWrites(body, store.find) !== undefined;

export const toItems = (pages: readonly Body[]): readonly Item[] => pages.flatMap(({ Items }) => Items as Item[]);
