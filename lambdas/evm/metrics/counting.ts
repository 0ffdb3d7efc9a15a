import { finalBlock, visibleBlock } from '../../chain/domain/cursor';
import type { Chain } from '../../core/contract/config';
import { intervalAt } from '../../core/domain/intervals';
import { msSince } from '../../core/domain/stored-time';
import type { Clock } from '../../core/runtime/clock';
import { type AddressSet, uniteSets } from './domain/address-set';
import type { BlockMetrics } from './domain/block-metrics';
import {
  getHour,
  hoursToClose,
  hourTracker,
  KEPT_MS,
  MAX_PART_BLOCKS,
  type Part,
  type Run,
  withoutPartsBefore,
} from './domain/run';
import { sumTotals, withTotals } from './domain/totals';
import { firstTransactions } from './indexed-blocks';
import { createIntervalRows } from './interval-rows';
import { createRecounting, type RecountingDeps } from './recounting';
import type { MetricsState } from './rows/metrics-state';
import { beginRun, runOnBranch } from './run-on-branch';

/** A part has this many blocks, unless its hour ends or they have waited long. Readers count later blocks themselves. */
const PART_BLOCKS = 128;
/** Also in time of the chain: a fast chain has larger parts, as one item lists them all. */
const PART_MS = 60_000;
/** Bounds the addresses in memory. */
const MAX_PART_TRANSACTIONS = 50_000;
const MAX_WAIT_MS = 300_000;
/** Before a chain has metrics, more blocks than this are counted behind the head, with the history. */
const MAX_FIRST_BLOCKS = 10_000;

export interface CountingDeps extends RecountingDeps {
  readonly chain: Pick<Chain, 'chainId' | 'finalityDepth'>;
  /** Blocks above wait for their traces; undefined if none come. */
  readonly lastTraced: () => Promise<number | undefined>;
  /** The first block of the history that is indexed without a gap up to the head. */
  readonly firstIndexed: () => Promise<number>;
  readonly now: Clock;
}

/**
 * Counts blocks behind the head: into parts as they come, which name the block that they end with, and into rows of
 * hours, days, weeks and months once these have ended and are final. Objects first, then rows, then the state: after a
 * crash the same is written again.
 */
export function createCounting(deps: CountingDeps) {
  const { chain, sets, blocks, held, head, lastTraced, firstIndexed, signal, now } = deps;
  const { chainId } = chain;

  /** Blocks of history always are. */
  const getFinal = (): number => Math.max(finalBlock(head(), chain.finalityDepth), head().start - 1);

  const { write, closeLarger } = createIntervalRows(deps);

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

  const unite = async (parts: readonly Part[]): Promise<AddressSet> =>
    uniteSets(
      await Promise.all(parts.map(async ({ addresses: key }) => unstored.get(key ?? '') ?? sets.getAddresses(key))),
    );

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

  return {
    recount: createRecounting(deps, save),
    /** Both are false if there is nothing to count now. */
    live: countLive,
    past: countPast,
  };
}
