import { msSince } from '../../core/domain/stored-time';
import type { Clock } from '../../core/runtime/clock';
import type { Table } from '../../core/table/table';
import type { TraceCursor } from '../domain/trace-cursor';
import { readTraceCursor, traceCursorKey } from './trace-item';

const MAX_AGE_MS = 1_000;
const traced = new Map<string, { at: number; traceCursor: TraceCursor | undefined }>();

export const traceReader = (table: Table, now: Clock) => ({
  /** Omits chains without one. `fresh`: a consistent read. */
  async traceCursors(chains: readonly string[], fresh = false): Promise<Map<string, TraceCursor>> {
    const stale = chains.filter((chain) => fresh || msSince(traced.get(chain)?.at ?? 0, now()) > MAX_AGE_MS);
    const items = stale.length === 0 ? [] : await table.batchGet(stale.map(traceCursorKey), fresh);
    for (const chain of stale) {
      const item = items.find(({ pk }) => pk === traceCursorKey(chain).pk);
      traced.set(chain, { at: now(), traceCursor: item && readTraceCursor(item) });
    }
    return new Map(
      chains.flatMap((chain) => {
        const traceCursor = traced.get(chain)?.traceCursor;
        return traceCursor ? [[chain, traceCursor]] : [];
      }),
    );
  },
});
