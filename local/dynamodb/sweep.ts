import { dynalite } from './dynalite';
import type { Store } from './store';

const CHUNK_ITEMS = 100;

/** Deletes the items that expired before `now` (Unix seconds); returns their number. */
export async function sweep(store: Store, now: number): Promise<number> {
  let swept = 0;
  for (const table of store.tables()) {
    if (table.ttlAttribute === undefined) continue;
    for (let full = true; full; ) {
      const keys = await store.expired(table, now, CHUNK_ITEMS);
      await store.exclusive(async () => {
        const stage = store.stage();
        const items = stage.getItemDb(table.TableName);
        for (const key of keys) {
          const place = dynalite.createKey(key, table);
          items.get(place, () => undefined); // loads the item, so that `commit` finds its index entries
          const expiry = stage.before(table, place)?.[table.ttlAttribute ?? '']?.N;
          // The item's expiry may have been extended since it was read.
          if (Number(expiry) < now) items.del(place, () => undefined);
        }
        await stage.commit();
      });
      swept += keys.length;
      full = keys.length === CHUNK_ITEMS;
    }
  }
  return swept;
}
