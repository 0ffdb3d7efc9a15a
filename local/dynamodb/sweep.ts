import { dynalite } from './dynalite';
import type { Store } from './store';

const CHUNK = 100;

/** Deletes the items whose TTL attribute lies before `now` (Unix seconds); returns how many. */
export async function sweep(store: Store, now: number): Promise<number> {
  let swept = 0;
  for (const table of store.tables()) {
    if (table.ttlAttribute === undefined) continue;
    for (let full = true; full; ) {
      const keys = await store.expired(table, now, CHUNK);
      await store.exclusive(async () => {
        const stage = store.stage();
        const items = stage.getItemDb(table.TableName);
        for (const key of keys) {
          const place = dynalite.createKey(key, table);
          items.get(place, () => undefined); // lets `commit` find the entries to delete
          const expiry = stage.before(table, place)?.[table.ttlAttribute ?? '']?.N;
          // The item may have been renewed since its expiry was read.
          if (Number(expiry) < now) items.del(place, () => undefined);
        }
        await stage.commit();
      });
      swept += keys.length;
      full = keys.length === CHUNK;
    }
  }
  return swept;
}
