import type { BlockRange } from '../../chain/domain/block-range';
import { type Cursor, finalBlock, visibleBlock } from '../../chain/domain/cursor';
import type { Chain } from '../../core/contract/config';
import type { Interval } from '../../core/contract/intervals';
import { intervalAt } from '../../core/domain/intervals';
import { msSince } from '../../core/domain/stored-time';
import type { Clock } from '../../core/runtime/clock';
import type { Table } from '../../core/table/table';
import type { AddressSets } from './address-sets';
import { type AddressSet, countDistinct, digest, uniteSets } from './domain/address-set';
import type { BlockMetrics } from './domain/block-metrics';
import { getHour, hoursToClose, hourTracker, KEPT_MS, type Part, type Run, withoutPartsBefore } from './domain/run';
import { sumTotals, type Totals, withTotals } from './domain/totals';
import { firstTransactions, type IndexedBlocks } from './indexed-blocks';
import { getTotals, type IntervalMetrics, metricsItem, readMetrics } from './rows/metrics-rows';
import type { HeldMetricsState, MetricsState } from './rows/metrics-state';
import { advanceRecount, nextRecount } from './rows/recount-requests';
import { beginRun, runOnBranch, withParts } from './run-on-branch';

/** A part has this many blocks, unless its hour ends or they have waited long. Readers count later blocks themselves. */
const PART_BLOCKS = 128;
/** Also in time of the chain: a fast chain has larger parts, as one item lists them all. */
const PART_MS = 60_000;
export const MAX_PART_BLOCKS = 1_024;
/** Bounds the addresses in memory. */
const MAX_PART_TRANSACTIONS = 50_000;
const MAX_WAIT_MS = 300_000;
/** Before a chain has metrics, more blocks than this are counted behind the head, with the history. */
const MAX_FIRST_BLOCKS = 10_000;

/** Each larger interval and the one whose rows it adds up. */
const LARGER: readonly (readonly [Interval, Interval])[] = [
  ['day', 'hour'],
  ['week', 'day'],
  ['month', 'day'],
];

export interface CountingDeps {
  readonly chain: Pick<Chain, 'chainId' | 'finalityDepth'>;
  readonly table: Table;
  readonly sets: AddressSets;
  readonly blocks: IndexedBlocks;
  /** Bypasses the cache, for blocks that have changed. */
  readonly changedBlocks: IndexedBlocks;
  readonly held: HeldMetricsState;
  readonly head: () => Cursor;
  /** Blocks above wait for their traces; undefined if none come. */
  readonly lastTraced: () => Promise<number | undefined>;
  /** The first block of the history that is indexed without a gap up to the head. */
  readonly firstIndexed: () => Promise<number>;
  readonly signal: () => AbortSignal;
  readonly now: Clock;
}

/**
 * Counts blocks behind the head: into parts as they come, which name the block that they end with, and into rows of
 * hours, days, weeks and months once these have ended and are final. Objects first, then rows, then the state: after a
 * crash the same is written again.
 */
export function createCounting(deps: CountingDeps) {
  const { chain, table, sets, blocks, changedBlocks, held, head, lastTraced, firstIndexed, signal, now } = deps;
  const { chainId } = chain;

  /** Blocks of history always are. */
  const getFinal = (): number => Math.max(finalBlock(head(), chain.finalityDepth), head().start - 1);

  /** Address sets of parts not yet stored. Those merged into an hour in the same pass never are. */
  const unstored = new Map<string, AddressSet>();

  const toPart = (counted: readonly BlockMetrics[], hour: number, before: number | undefined): Part[] => {
    const last = counted.at(-1);
    const totals = sumTotals(withTotals(counted, before).map((one) => one.totals));
    if (!last || !totals) return [];
    const united = uniteSets(counted.map(({ addresses }) => addresses));
    const addresses = sets.toKey(chainId, `part/${totals.from}-${totals.to}-${last.hash}`);
    if (united.length > 0) unstored.set(addresses, united);
    return [{ hour, totals, hash: last.hash, ...(united.length > 0 ? { addresses } : {}) }];
  };

  /** With the next blocks up to `last`, in a part for each hour. */
  const count = async (run: Run, last: number): Promise<Run> => {
    const end = Math.min(last, run.next + MAX_PART_BLOCKS - 1);
    const found = await blocks.rows(run.next, end);
    const rows = firstTransactions(found, MAX_PART_TRANSACTIONS);
    const to = rows.length < found.length ? (rows.at(-1)?.number ?? end) : end;
    const counted = await blocks.metrics(rows, head().start);
    const toHour = hourTracker(run);
    const hours = Map.groupBy(counted, ({ time }) => toHour(time));
    let { before } = run;
    const parts = [...hours].flatMap(([time, own]) => {
      const made = toPart(own, time, before);
      before = own.at(-1)?.time;
      return made;
    });
    const [first] = parts;
    if (!first || before === undefined) return { ...run, next: to + 1 };
    return {
      ...run,
      whole: run.whole ?? intervalAt('hour', first.hour, 1),
      began: run.began ?? first.hour,
      closed: run.closed || first.hour,
      next: to + 1,
      before,
      parts: [...run.parts, ...parts],
    };
  };

  /** Objects first, as the state names them. */
  const save = async (state: MetricsState): Promise<void> => {
    const named = [state.live, state.past].flatMap((run) => run?.parts ?? []);
    for (const { addresses } of named) {
      const set = addresses === undefined ? undefined : unstored.get(addresses);
      if (addresses !== undefined && set) await sets.put(addresses, set, signal());
    }
    await held.save(state, signal());
    unstored.clear();
  };

  const isEnough = ({ next, before = 0 }: Run, last: number): boolean => {
    const [waiting, time] = [last - next + 1, head().time * 1_000];
    if (waiting <= 0) return false;
    const isPart = waiting >= PART_BLOCKS && time - before >= PART_MS;
    return isPart || waiting >= MAX_PART_BLOCKS || getHour(time) > getHour(before);
  };

  const write = async (interval: Interval, time: number, totals: Totals, addresses: AddressSet) => {
    // Also by content, as readers keep objects in memory, and blocks may be counted again.
    const name = `${interval}/${time}-${totals.from}-${totals.to}-${digest(addresses)}`;
    const key = addresses.length > 0 ? sets.toKey(chainId, name) : undefined;
    if (key) await sets.put(key, addresses, signal());
    const row: IntervalMetrics = {
      ...totals,
      time,
      ...countDistinct(addresses),
      ...(key ? { addresses: key } : {}),
    };
    await table.write([{ put: metricsItem(chainId, interval, row) }], signal);
  };

  const unite = async (some: readonly { readonly addresses?: string }[]): Promise<AddressSet> =>
    uniteSets(
      await Promise.all(some.map(async ({ addresses: key }) => unstored.get(key ?? '') ?? sets.getAddresses(key))),
    );

  /** The larger intervals with this hour that end by `until`. */
  const closeLarger = async (hour: number, whole: number, until: number): Promise<void> => {
    for (const [interval, smaller] of LARGER) {
      const [from, to] = [intervalAt(interval, hour), intervalAt(interval, hour, 1)];
      if (from < whole || to > until) continue;
      const rows = await readMetrics(table, chainId, { interval: smaller, from, to, consistent: true });
      const totals = sumTotals(rows.map(getTotals));
      if (!totals) continue;
      await write(interval, from, totals, await unite(rows));
    }
  };

  const close = async (run: Run): Promise<Run> => {
    let closed = run.closed;
    for (const { hour, parts, next } of hoursToClose(run, getFinal())) {
      const totals = sumTotals(parts.map((part) => part.totals));
      const whole = run.whole ?? next;
      if (totals && hour >= whole) {
        await write('hour', hour, totals, await unite(parts));
        await closeLarger(hour, whole, next);
      }
      closed = next;
    }
    return { ...run, closed };
  };

  const countLive = async (): Promise<boolean> => {
    const { live, countedAt } = held.state;
    const [{ start }, last] = [head(), visibleBlock(head())];
    if (last < start) return false;
    if (!live) {
      await held.save(
        { ...held.state, live: await beginRun(blocks, last - start > MAX_FIRST_BLOCKS ? last + 1 : start) },
        signal(),
      );
      return true;
    }
    const isDue = msSince(countedAt, now()) >= MAX_WAIT_MS && live.next <= last;
    if (!isDue && !isEnough(live, last)) return false;
    const { epoch } = head();
    const final = getFinal();
    const ready = Math.min(last, (await lastTraced()) ?? last);
    if (ready < live.next || !(isDue || ready === last || ready - live.next + 1 >= PART_BLOCKS)) return false;
    const counted = await count({ ...(await runOnBranch(blocks, live, head())), final }, ready);
    // A rollback deletes rows while they are read.
    if (head().epoch !== epoch) return true;
    const run = await close(counted);
    const kept = withoutPartsBefore(run, (run.before ?? 0) - KEPT_MS);
    await save({ ...held.state, live: kept, countedAt: now() });
    return true;
  };

  /** History in order, from its first block on, until it meets the first whole hour of the live run. */
  const countPast = async (): Promise<boolean> => {
    const { live, past } = held.state;
    if (!live) return false;
    const from = await firstIndexed();
    // Blocks may be hidden for a while.
    if (from >= live.from || (past && past.from < from)) return false;
    const run = past?.from === from ? past : await beginRun(blocks, from);
    const { whole = Number.POSITIVE_INFINITY } = live;
    const isFirstHour = live.closed < whole;
    const final = getFinal();
    const last = isFirstHour ? Math.min(final, live.from - 1) : final; // the rest is counted again as live
    if (run.closed >= whole) await join(live, run);
    else if (run.next > last && isFirstHour) await replaceLive(run);
    else if (run.next > last) return false;
    else {
      const counted = await close(await count(run, last));
      await save({ ...held.state, past: withoutPartsBefore(counted, (counted.before ?? 0) - KEPT_MS) });
    }
    return true;
  };

  /** The live run has no rows yet: its blocks are counted again. */
  const replaceLive = async (live: Run): Promise<void> => {
    const { past: _, ...others } = held.state;
    await save({ ...others, live });
  };

  /** The day, week and month that the live run began in become whole. */
  const join = async (live: Run, { from, whole = 0, began = 0, parts }: Run): Promise<void> => {
    if (live.whole !== undefined) await closeLarger(live.whole, whole, live.closed);
    const { past: _, ...others } = held.state;
    const first = live.parts[0]?.totals.from ?? live.next;
    const earlier = parts.filter(({ totals, hour }) => totals.to < first && hour < live.closed);
    await save({ ...others, live: { ...live, from, whole, began, parts: [...earlier, ...live.parts] } });
  };

  /** A row's hour once more, from its blocks as they are now. */
  const recountHour = async (row: IntervalMetrics): Promise<boolean> => {
    const [previous] = await blocks.rows(row.from - 1, row.from - 1);
    let before = previous && previous.time > 0 ? (previous.timeMs ?? previous.time * 1_000) : undefined;
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

  /** One hour of the lowest request. Blocks that have no row yet are counted again with later ones. */
  const recount = async (): Promise<boolean> => {
    const range = await nextRecount(table, chainId);
    if (!range) return false;
    const next = await recountFrom(range);
    await advanceRecount(table, chainId, range, next, signal);
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
    const { known, ...others } = held.state;
    if (hasOthers && known && hour < known.until) await save(others);
    return Math.max(row.to, block.number) + 1;
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

  return {
    recount,
    /** Both are false if there is nothing to count now. */
    live: countLive,
    past: countPast,
  };
}
