import type { ClassicLevel } from 'classic-level';
import { apiError } from './api-error';
import { type ActionStore, dynalite, type Item, type Range, type Request, type Table } from './dynalite';
import { encodeKey, expiredBefore, getEntries, indexKey, itemKey, itemKeyOfEntry } from './keyspace';
import { itemError } from './limits';
import { readPage } from './page';
import { createPast } from './past';
import type { QuickRead } from './quick-reads';
import type { QuickWrite } from './quick-writes';

export type Store = ReturnType<typeof createStore>;
/** Staged writes of one request; nothing is stored before `commit`. */
export type Stage = ReturnType<Store['stage']>;
type Snapshot = ReturnType<ClassicLevel['snapshot']>;

// dynalite's own storage reads whole databases and writes items and indexes separately. Four of its functions are
// replaced here; actions and validations are unchanged.
dynalite.createKey = encodeKey;
dynalite.createIndexKey = indexKey;
dynalite.updateIndexes = (_store, _table, _old, _item, callback) => callback(); // `commit` derives the index entries
dynalite.queryTable = (store, table, request, range, _isLocal, _fetchItems, startKeyNames, callback) => {
  (store as Stage).read(table, request, range, startKeyNames).then((page) => callback(null, page), callback);
};

/**
 * Maximum operations per group commit. With larger groups, all callers would be answered at once and the store would
 * then idle until their next writes.
 */
const MAX_GROUP = 100;

/** dynalite's error for an absent item. Shared, as creating a stack trace costs more than the read. */
const NOT_FOUND = Object.assign(new Error('Not found'), { name: 'NotFoundError' });

/**
 * Stores items and their index entries in one LevelDB. Writes run one at a time, each as one atomic batch.
 * @param staleReadsMs age of eventually consistent reads; 0: all reads see the current state
 */
export function createStore(db: ClassicLevel, staleReadsMs = 0) {
  const past = staleReadsMs > 0 ? createPast(db, staleReadsMs) : undefined;
  const tables = new Map<string, Table>();
  let lastWrite: Promise<unknown> = Promise.resolve();

  const readJson = (key: string, snapshot?: Snapshot): Item | undefined => {
    const json = db.getSync(key, snapshot ? { snapshot } : {});
    return json === undefined ? undefined : (JSON.parse(json) as Item);
  };

  /** Runs `write` after all earlier writes, so that its reads stay valid. */
  const exclusive = <T>(write: () => Promise<T>): Promise<T> => {
    const result = lastWrite.then(write);
    lastWrite = result.catch(() => undefined);
    return result;
  };

  /** Writes waiting for the next group commit. */
  let group: { readonly batch: Operation[]; readonly stored: Promise<void> } | undefined;
  const createGroup = () => {
    const batch: Operation[] = [];
    const stored = exclusive(() => {
      if (group?.batch === batch) group = undefined;
      return db.batch(batch);
    });
    return { batch, stored };
  };

  /** Removes stale index entries. */
  const removeStale = (table: Table, entries: readonly string[]): Promise<void> =>
    exclusive(async () => {
      const stale = entries.filter((entry) => {
        const item = readJson(itemKeyOfEntry(table, entry));
        return !item || !getEntries(table, item).has(entry);
      });
      if (stale.length > 0) await db.batch(stale.map((key) => ({ type: 'del', key })));
    });

  return {
    /** Declares a table. Idempotent; throws if it differs from the stored declaration. */
    async createTable(table: Table): Promise<void> {
      const stored = await db.get(`table~${table.TableName}`);
      const declared = JSON.stringify(table);
      if (stored !== undefined && stored !== declared) {
        throw new Error(
          `Table ${table.TableName} is stored with different keys or indexes; delete the data directory.`,
        );
      }
      if (stored === undefined) await db.put(`table~${table.TableName}`, declared);
      tables.set(table.TableName, table);
    },

    tables: () => [...tables.values()],

    find: (name: string): Table | undefined => tables.get(name),

    /** Deletes items that expired before `now` (Unix seconds), oldest first. Returns the number of entries checked. */
    expire: (table: Table, now: number, limit: number): Promise<number> =>
      exclusive(async () => {
        const entries = await db.keys({ ...expiredBefore(table, now), limit }).all();
        const batch = entries.flatMap((entry): Operation[] => {
          const place = itemKeyOfEntry(table, entry);
          const item = readJson(place);
          // The item's expiry may have changed: then delete only the entry.
          if (!item || !getEntries(table, item).has(entry)) return [{ type: 'del', key: entry }];
          return operations(table, place, item, undefined);
        });
        if (batch.length > 0) await db.batch(batch);
        return entries.length;
      }),

    exclusive,

    /** JSON of the items that exist. */
    json: ({ table, keys }: QuickRead): string[] =>
      keys.map((key) => db.getSync(itemKey(table, key))).filter((json) => json !== undefined),

    /**
     * Stores the writes of a batch without reading the replaced items. Concurrent batches share one group commit:
     * LevelDB takes about as long for either.
     */
    write(writes: readonly QuickWrite[]): Promise<void> {
      if (!group || group.batch.length > MAX_GROUP) group = createGroup();
      const { batch, stored } = group;
      for (const { table, key, item, json } of writes)
        batch.push(...operations(table, itemKey(table, key), undefined, item, json));
      return stored;
    },

    /** A view for the actions of one request; with `snapshot`, all reads see the same state. */
    stage(snapshot?: Snapshot) {
      const before = new Map<string, Item | undefined>();
      const changes: { table: Table; key: string; item?: Item }[] = [];
      const table = (name: string): Table => {
        const found = tables.get(name);
        if (!found)
          throw apiError('ResourceNotFoundException', `Requested resource not found: Table: ${name} not found`);
        return found;
      };
      const actions: ActionStore = {
        options: { maxItemSize: 409_600 },
        getTable(name, ...rest) {
          const callback = rest.length === 2 ? rest[1] : rest[0];
          const found = tables.get(name);
          if (found) return callback(null, found);
          callback(apiError('ResourceNotFoundException', `Requested resource not found: Table: ${name} not found`));
        },
        getItemDb: (name) => ({
          lock: (_key, run) => run((callback) => callback), // `exclusive` does the locking
          get(key, callback) {
            const item = readJson(itemKey(table(name), key), snapshot);
            before.set(itemKey(table(name), key), item);
            if (item) callback(null, item);
            else callback(NOT_FOUND);
          },
          put(key, item, callback) {
            const refused = itemError(table(name), item);
            if (refused) return callback(refused);
            changes.push({ table: table(name), key, item });
            callback(null);
          },
          del(key, callback) {
            changes.push({ table: table(name), key });
            callback(null);
          },
        }),
      };
      return {
        ...actions,
        table,
        /** The item before this request, if the request has read it. */
        before: (of: Table, key: string): Item | undefined => before.get(itemKey(of, key)),
        async read(of: Table, request: Request, range: Range, startKeyNames: readonly string[]) {
          const { page, stale } = await readPage(db, of, request, { range, startKeyNames, snapshot });
          if (stale.length > 0) await removeStale(of, stale);
          return page;
        },
        /** Stores the staged items and their index entries in one batch. */
        async commit(): Promise<void> {
          const batch = changes.flatMap(({ table: of, key, item }) => {
            const place = itemKey(of, key);
            return operations(of, place, before.get(place), item);
          });
          if (batch.length > 0) await db.batch(batch);
        },
      };
    },

    /** A snapshot of the current state; close it when done. */
    snapshot: () => db.snapshot(),
    /** The snapshot for eventually consistent reads; undefined: the current state. */
    past: (): Snapshot | undefined => past?.snapshot(),
    async close(): Promise<void> {
      await past?.close();
      await db.close();
    },
  };
}

type Operation = { type: 'put'; key: string; value: string } | { type: 'del'; key: string };

/**
 * Operations that put or delete an item and its entries, and delete stale entries of the old item. `json`: the
 * serialized item.
 */
function operations(
  table: Table,
  place: string,
  old: Item | undefined,
  item: Item | undefined,
  json = item && JSON.stringify(item),
): Operation[] {
  const entries = item ? getEntries(table, item) : new Set<string>();
  const stale = old ? [...getEntries(table, old)].filter((key) => !entries.has(key)) : [];
  return [
    json === undefined ? { type: 'del', key: place } : { type: 'put', key: place, value: json },
    ...[...entries].map((key) => ({ type: 'put' as const, key, value: '' })),
    ...stale.map((key) => ({ type: 'del' as const, key })),
  ];
}
