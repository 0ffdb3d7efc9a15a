import { type Cursor, finalBlock, visibleBlock } from '../../chain/domain/cursor';
import type { Chain } from '../../core/contract/config';
import type { Interval } from '../../core/contract/intervals';
import { intervalAt } from '../../core/domain/intervals';
import { msSince } from '../../core/domain/stored-time';
import type { Clock } from '../../core/runtime/clock';
import type { Table } from '../../core/table/table';
import type { AddressSets } from './address-sets';
import { countDistinct, uniteSets } from './domain/address-set';
import type { BlockMetrics } from './domain/block-metrics';
import { getHour, hoursToClose, KEPT_MS, type Part, type Run, withoutPartsBefore } from './domain/run';
import { sumTotals, type Totals, toTotals } from './domain/totals';
import type { IndexedBlocks } from './indexed-blocks';
import { getTotals, type IntervalMetrics, metricsItem, readMetrics } from './rows/metrics-rows';
import type { HeldMetricsState } from './rows/metrics-state';
import { beginRun, runOnBranch } from './run-on-branch';

/** A part has this many blocks, unless its hour ends or they have waited long. Readers count later blocks themselves. */
const PART_BLOCKS = 128;
/** Also in time of the chain: a fast chain has larger parts, as one item lists them all. */
const PART_MS = 60_000;
export const MAX_PART_BLOCKS = 1_024;
const MAX_WAIT_MS = 60_000;
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
  const { chain, table, sets, blocks, held, head, lastTraced, firstIndexed, signal, now } = deps;
  const { chainId } = chain;

  /** Blocks of history always are. */
  const getFinal = (): number => Math.max(finalBlock(head(), chain.finalityDepth), head().start - 1);

  const toPart = async (
    counted: readonly BlockMetrics[],
    hour: number,
    before: number | undefined,
  ): Promise<Part[]> => {
    const last = counted.at(-1);
    const totals = sumTotals(counted.map((block, i) => toTotals(block, i === 0 ? before : counted[i - 1]?.time)));
    if (!last || !totals) return [];
    const united = uniteSets(counted.map(({ addresses }) => addresses));
    const addresses = await sets.put(chainId, `part/${totals.from}-${totals.to}-${last.hash}`, united, signal());
    return [{ hour, totals, hash: last.hash, ...(addresses ? { addresses } : {}) }];
  };

  /** With the next blocks up to `last`, of one hour. */
  const count = async (run: Run, last: number): Promise<Run> => {
    const to = Math.min(last, run.next + MAX_PART_BLOCKS - 1);
    const rows = await blocks.rows(run.next, to);
    const [first] = rows;
    if (!first) return { ...run, next: to + 1 };
    // A chain whose time goes back stays in the hour that it has reached.
    const hour = getHour(Math.max(first.time * 1_000, run.before ?? 0));
    const ends = rows.findIndex(({ time }) => time >= intervalAt('hour', hour, 1));
    const ofHour = ends === -1 ? rows : rows.slice(0, ends);
    const [part] = await toPart(await blocks.metrics(ofHour, head().start), hour, run.before);
    if (!part) return run;
    return {
      ...run,
      whole: run.whole ?? intervalAt('hour', hour, 1),
      began: run.began ?? hour,
      closed: run.closed || hour,
      next: ends === -1 ? to + 1 : part.totals.to + 1,
      before: part.totals.until,
      parts: [...run.parts, part],
    };
  };

  const isEnough = ({ next, before = 0 }: Run, last: number): boolean => {
    const [waiting, time] = [last - next + 1, head().time * 1_000];
    if (waiting <= 0) return false;
    const isPart = waiting >= PART_BLOCKS && time - before >= PART_MS;
    return isPart || waiting >= MAX_PART_BLOCKS || getHour(time) > getHour(before);
  };

  const write = async (interval: Interval, time: number, totals: Totals, names: readonly (string | undefined)[]) => {
    const addresses = uniteSets(await Promise.all(names.map((name) => sets.getAddresses(name))));
    const key = await sets.put(chainId, `${interval}/${time}-${totals.from}-${totals.to}`, addresses, signal());
    const row: IntervalMetrics = {
      ...totals,
      time,
      ...countDistinct(addresses),
      ...(key ? { addresses: key } : {}),
    };
    await table.write([{ put: metricsItem(chainId, interval, row) }], signal);
  };

  /** The larger intervals with this hour that end by `until`. */
  const closeLarger = async (hour: number, whole: number, until: number): Promise<void> => {
    for (const [interval, smaller] of LARGER) {
      const [from, to] = [intervalAt(interval, hour), intervalAt(interval, hour, 1)];
      if (from < whole || to > until) continue;
      const rows = await readMetrics(table, chainId, { interval: smaller, from, to, consistent: true });
      const totals = sumTotals(rows.map(getTotals));
      if (!totals) continue;
      await write(
        interval,
        from,
        totals,
        rows.map(({ addresses }) => addresses),
      );
    }
  };

  const close = async (run: Run): Promise<Run> => {
    let closed = run.closed;
    for (const { hour, parts, next } of hoursToClose(run, getFinal())) {
      const totals = sumTotals(parts.map((part) => part.totals));
      const whole = run.whole ?? next;
      if (totals && hour >= whole) {
        await write(
          'hour',
          hour,
          totals,
          parts.map((part) => part.addresses),
        );
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
    const final = getFinal();
    const ready = Math.min(last, (await lastTraced()) ?? last);
    if (ready < live.next) return false;
    const run = await close(await count({ ...(await runOnBranch(blocks, live, head())), final }, ready));
    const kept = withoutPartsBefore(run, (run.before ?? 0) - KEPT_MS);
    await held.save({ ...held.state, live: kept, countedAt: now() }, signal());
    return true;
  };

  /** History in order, from its first block on, until it meets the first whole hour of the live run. */
  const countPast = async (): Promise<boolean> => {
    const { live, past } = held.state;
    if (live?.whole === undefined) return false;
    const from = await firstIndexed();
    if (from >= live.from) return false;
    const run = past?.from === from ? past : await beginRun(blocks, from);
    const final = getFinal();
    const isFirstHour = live.closed < live.whole;
    const last = isFirstHour ? Math.min(final, live.from - 1) : final;
    if (run.closed >= live.whole) await join(live, run);
    else if (isFirstHour && run.next >= live.from) await replaceLive(run);
    else if (run.next > last) return false;
    else {
      const counted = await close(await count(run, last));
      await held.save({ ...held.state, past: withoutPartsBefore(counted, Number.POSITIVE_INFINITY) }, signal());
    }
    return true;
  };

  /** The live run has no rows yet: its blocks are counted again. */
  const replaceLive = async (live: Run): Promise<void> => {
    const { past: _, ...others } = held.state;
    await held.save({ ...others, live }, signal());
  };

  /** The day, week and month that the live run began in become whole. */
  const join = async (live: Run, { from, whole = 0, began = 0 }: Run): Promise<void> => {
    if (live.whole !== undefined) await closeLarger(live.whole, whole, live.closed);
    const { past: _, ...others } = held.state;
    await held.save({ ...others, live: { ...live, from, whole, began } }, signal());
  };

  return {
    /** Both are false if there is nothing to count now. */
    live: countLive,
    past: countPast,
  };
}
