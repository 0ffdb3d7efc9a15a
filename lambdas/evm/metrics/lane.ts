import { indexedRanges } from '../../chain/domain/indexed-ranges';
import type { Beside } from '../../chain/follower/session';
import { getJobs } from '../../chain/rows/backfill-jobs';
import type { Lease } from '../../chain/rows/lease';
import type { Chain } from '../../core/contract/config';
import { sleep, steadyClock, systemClock } from '../../core/runtime/clock';
import { log } from '../../core/runtime/log';
import type { Table } from '../../core/table/table';
import { readTraceCursor, traceCursorKey } from '../rows/trace-item';
import type { AddressSets } from './address-sets';
import { createCounting } from './counting';
import { countFirstSeen } from './first-seen';
import type { IndexedBlocks } from './indexed-blocks';
import { createMetricsState, MetricsStateLost } from './rows/metrics-state';

const PAUSE_MS = 500;
const RETRY_DELAY_MS = 5_000;
const RECOUNT_CHECK_MS = 30_000;
/** Between looks for history that was indexed meanwhile. */
const HISTORY_CHECK_MS = 30_000;

export interface MetricsLaneDeps {
  readonly chain: Pick<Chain, 'chainId' | 'finalityDepth' | 'traces'>;
  readonly table: Table;
  readonly sets: AddressSets;
  readonly blocks: IndexedBlocks;
  readonly changedBlocks: IndexedBlocks;
}

/** Counts blocks beside the follower, under the same lease. Failures are retried and never delay it. */
export function createMetricsLane(deps: MetricsLaneDeps, lease: Lease): Beside {
  const { chainId } = deps.chain;
  const ended = new AbortController();
  const { signal } = ended;
  let isBehind = true;
  const work = async (): Promise<void> => {
    while (!signal.aborted) {
      await session().catch((error: unknown) => {
        isBehind = false;
        if (signal.aborted || error instanceof MetricsStateLost) return;
        log.error('counting blocks for metrics failed', { chainId, error });
      });
      await pause(RETRY_DELAY_MS, signal);
    }
  };
  const session = async (): Promise<void> => {
    const held = await createMetricsState(deps.table, chainId);
    const counting = createCounting({
      ...deps,
      held,
      head: () => lease.cursor,
      lastTraced: () => lastTraced(deps, lease),
      firstIndexed: createFirstIndexed(deps.table, chainId, lease),
      signal: lease.signal,
      now: systemClock,
    });
    const recount = seldom(counting.recount);
    while (!signal.aborted) {
      isBehind =
        (await counting.live()) ||
        (await counting.past()) ||
        (await countFirstSeen({ ...deps, held, signal: lease.signal, ended: signal })) ||
        (await recount());
      if (!isBehind) await pause(PAUSE_MS, signal);
    }
  };
  const worked = work();
  return {
    isBehind: () => isBehind,
    async end() {
      ended.abort();
      await worked;
    },
  };
}

/** Looks for work again at once while there is some, else after a while. */
function seldom(work: () => Promise<boolean>): () => Promise<boolean> {
  let idleAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (steadyClock() - idleAt < RECOUNT_CHECK_MS) return false;
    const hasWorked = await work();
    if (!hasWorked) idleAt = steadyClock();
    return hasWorked;
  };
}

/** undefined if blocks are not traced, or cannot be. Before the first one is traced, all blocks wait. */
async function lastTraced({ chain, table }: MetricsLaneDeps, { cursor }: Lease): Promise<number | undefined> {
  if (!chain.traces) return undefined;
  const item = await table.get(traceCursorKey(chain.chainId), true);
  if (!item) return cursor.start - 1;
  const { offAt, number } = readTraceCursor(item);
  return offAt === undefined ? number : undefined;
}

function createFirstIndexed(table: Table, chain: string, lease: Lease) {
  let known: { readonly at: number; readonly first: number } | undefined;
  return async (): Promise<number> => {
    if (known && steadyClock() - known.at < HISTORY_CHECK_MS) return known.first;
    const { cursor } = lease;
    const ranges = indexedRanges(cursor, await getJobs(table, chain));
    const first = ranges.find(({ from, to }) => from <= cursor.start && to >= cursor.start)?.from ?? cursor.start;
    known = { at: steadyClock(), first };
    return first;
  };
}

const pause = (ms: number, ended: AbortSignal): Promise<void> => sleep(ms, ended).catch(() => undefined);

/** Works in parallel, and ends together. */
export const joinBesides = (all: readonly Beside[]): Beside => ({
  isBehind: () => all.some((one) => one.isBehind()),
  async end() {
    await Promise.all(all.map((one) => one.end()));
  },
});
