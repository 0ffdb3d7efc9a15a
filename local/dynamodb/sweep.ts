import type { Store } from './store';

const CHUNK_ITEMS = 100;

/** Deletes items that expired before `now` (Unix seconds). Returns the number of expiry entries processed. */
export async function sweep(store: Store, now: number): Promise<number> {
  let swept = 0;
  for (const table of store.tables()) {
    if (table.ttlAttribute === undefined) continue;
    for (let entries = CHUNK_ITEMS; entries === CHUNK_ITEMS; swept += entries)
      entries = await store.expire(table, now, CHUNK_ITEMS);
  }
  return swept;
}
