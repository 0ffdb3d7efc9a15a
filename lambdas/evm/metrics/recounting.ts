import type { BlockRange } from '../../chain/domain/block-range';
import type { Cursor } from '../../chain/domain/cursor';
import { intervalAt } from '../../core/domain/intervals';
import { type AddressSet, digest, uniteSets } from './domain/address-set';
import { getTime } from './domain/block-metrics';
import { getHour, MAX_PART_BLOCKS, type Run } from './domain/run';
import { sumTotals, type Totals, withTotals } from './domain/totals';
import type { IndexedBlocks } from './indexed-blocks';
import { createIntervalRows, type IntervalRowsDeps } from './interval-rows';
import { type IntervalMetrics, readMetrics } from './rows/metrics-rows';
import type { HeldMetricsState, MetricsState } from './rows/metrics-state';
import { advanceRecount, nextRecount } from './rows/recount-requests';
import { withParts } from './run-on-branch';

export interface RecountingDeps extends IntervalRowsDeps {
  readonly blocks: IndexedBlocks;
  /** Bypasses the cache, for blocks that have changed. */
  readonly changedBlocks: IndexedBlocks;
  readonly held: HeldMetricsState;
  readonly head: () => Cursor;
}

/** Counts blocks again that have changed after they were counted. `save`: the state, after the objects that it names. */
export function createRecounting(deps: RecountingDeps, save: (state: MetricsState) => Promise<void>) {
  const { table, sets, blocks, changedBlocks, held, head, signal } = deps;
  const { chainId } = deps.chain;
  const { write, closeLarger } = createIntervalRows(deps);

  /** A row's hour once more, from its blocks as they are now. */
  const recountHour = async (row: IntervalMetrics): Promise<boolean> => {
    const [previous] = await blocks.rows(row.from - 1, row.from - 1);
    let before = previous && previous.time > 0 ? getTime(previous) : undefined;
    const [totals, addresses]: [Totals[], AddressSet[]] = [[], []];
    for (let from = row.from; from <= row.to; from += MAX_PART_BLOCKS) {
      const rows = await blocks.rows(from, Math.min(row.to, from + MAX_PART_BLOCKS - 1));
      const counted = await changedBlocks.metrics(rows, head().start);
      totals.push(...withTotals(counted, before).map((one) => one.totals));
      addresses.push(...counted.map((block) => block.addresses));
      before = counted.at(-1)?.time ?? before;
    }
    const sum = sumTotals(totals);
    const united = uniteSets(addresses);
    if (sum) await write('hour', row.time, sum, united);
    return digest(united) !== digest(await sets.getAddresses(row.addresses));
  };

  /** One hour of the first request. Blocks that have no row yet are counted again with later ones. */
  const recount = async (): Promise<boolean> => {
    const request = await nextRecount(table, chainId);
    if (!request) return dropStale();
    const next = await recountFrom(request);
    await advanceRecount(table, chainId, request, next, signal);
    return true;
  };

  /** Returns the first block that is left. */
  const recountFrom = async ({ from, to }: BlockRange): Promise<number> => {
    const runs = [held.state.live, held.state.past].flatMap((one) => one ?? []);
    const run = runs.find((one) => one.from <= from);
    if (!run) return Math.min(to + 1, ...runs.map((one) => one.from).filter((first) => first > from));
    const rows = await blocks.rows(from, Math.min(to, from + MAX_PART_BLOCKS - 1));
    const [block] = rows;
    if (!block) return from + MAX_PART_BLOCKS;
    const hour = getHour(block.time * 1_000);
    if (hour >= run.closed) {
      await dropParts(from);
      return to + 1;
    }
    const end = intervalAt('hour', hour, 1);
    const [row] = await readMetrics(table, chainId, { interval: 'hour', from: hour, to: end, consistent: true });
    if (!row) return rows.find(({ time }) => time >= end)?.number ?? (rows.at(-1) ?? block).number + 1;
    const hasOthers = await recountHour(row);
    await closeLarger(hour, run.whole ?? Number.POSITIVE_INFINITY, run.closed);
    const { known, isKnownStale } = held.state;
    if (hasOthers && known && hour < known.until && !isKnownStale) await save({ ...held.state, isKnownStale: true });
    return Math.max(row.to, block.number) + 1;
  };

  const dropStale = async (): Promise<boolean> => {
    const { known: _, isKnownStale, ...others } = held.state;
    if (isKnownStale) await save(others);
    return isKnownStale === true;
  };

  /** Of open hours, from the part with this block on. */
  const dropParts = async (block: number): Promise<void> => {
    const trimmed = async (run: Run | undefined): Promise<Run | undefined> => {
      const at = run?.parts.findIndex(({ totals, hour }) => totals.to >= block && hour >= run.closed) ?? -1;
      return run && at >= 0 ? withParts(blocks, run, run.parts.slice(0, at)) : run;
    };
    const { live, past, ...others } = held.state;
    const [ofLive, ofPast] = [await trimmed(live), await trimmed(past)];
    const runs = { ...(ofLive ? { live: ofLive } : {}), ...(ofPast ? { past: ofPast } : {}) };
    if (ofLive !== live || ofPast !== past) await save({ ...others, ...runs });
  };

  return recount;
}
