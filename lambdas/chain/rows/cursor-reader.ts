import { msSince } from '../../core/domain/stored-time';
import type { Clock } from '../../core/runtime/clock';
import type { Table } from '../../core/table/table';
import type { BackfillJob } from '../domain/backfill-job';
import type { Cursor } from '../domain/cursor';
import { getJobs } from './backfill-jobs';
import { cursorKey, readCursor } from './cursor-item';

/** How long a warm function caches cursors and jobs, ms. */
const MAX_AGE_MS = 100;
const createCache = () => ({
  jobs: new Map<string, { at: number; found: BackfillJob[] }>(),
  cursors: new Map<string, { at: number; cursor: Cursor | undefined }>(),
});
/** By table client, which learns from the cursors that it reads which copies of rows are in use. */
const caches = new WeakMap<Table, ReturnType<typeof createCache>>();

export function cursorReader(table: Table, now: Clock) {
  const { jobs, cursors } = caches.get(table) ?? createCache();
  caches.set(table, { jobs, cursors });
  /** `fresh`: a consistent read that bypasses the cache. */
  const all = async (chains: readonly string[], fresh = false): Promise<Map<string, Cursor>> => {
    const stale = chains.filter((chain) => fresh || msSince(cursors.get(chain)?.at ?? 0, now()) > MAX_AGE_MS);
    const [only] = stale;
    if (only !== undefined) {
      const items =
        stale.length === 1
          ? [await table.get(cursorKey(only), fresh)]
          : await table.batchGet(stale.map(cursorKey), fresh);
      for (const chain of stale) {
        const item = items.find((found) => found?.pk === cursorKey(chain).pk);
        cursors.set(chain, { at: now(), cursor: item && readCursor(item) });
      }
    }
    return new Map(
      chains.flatMap((chain) => {
        const cursor = cursors.get(chain)?.cursor;
        return cursor ? [[chain, cursor]] : [];
      }),
    );
  };
  return {
    all,
    async backfills(chain: string): Promise<BackfillJob[]> {
      const known = jobs.get(chain);
      if (known && msSince(known.at, now()) <= MAX_AGE_MS) return known.found;
      const found = await getJobs(table, chain);
      jobs.set(chain, { at: now(), found });
      return found;
    },
    find: async (chain: string, fresh = false): Promise<Cursor | undefined> => (await all([chain], fresh)).get(chain),
  };
}
