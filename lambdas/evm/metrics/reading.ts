import { type Cursor, visibleBlock } from '../../chain/domain/cursor';
import { ApiError } from '../../core/contract/errors';
import type { Interval } from '../../core/contract/intervals';
import { DAY, HOUR, intervalAt } from '../../core/domain/intervals';
import { isAhead } from '../../core/domain/stored-time';
import type { Table } from '../../core/table/table';
import type { RawSlices } from '../node/raw-slices';
import type { StoredTraces } from '../node/stored-traces';
import { type AddressSets, countLoaded, uniteLoaded } from './address-sets';
import { type AddressSet, countNew, type DistinctCounts, SHARDS, uniteSets } from './domain/address-set';
import type { BlockMetrics } from './domain/block-metrics';
import { countsAll, hourTracker, MAX_PART_BLOCKS } from './domain/run';
import { type Counted, sumTotals, type Totals, withTotals } from './domain/totals';
import { readKnown } from './first-seen';
import { type CountedChain, createIndexedBlocks, firstTransactions } from './indexed-blocks';
import { type FirstSeenInDay, getTotals, readFirstSeen, readMetrics } from './rows/metrics-rows';
import { metricsStateKey, readMetricsState } from './rows/metrics-state';
import { runOnBranch, timeBefore } from './run-on-branch';

/** Later blocks are left out, until they are counted. */
const MAX_TAIL_TRANSACTIONS = 20_000;
/** A block may reach the node as long after its own time. */
const MAX_DELAY_SECONDS = 60;
/** One million addresses. */
const MAX_KNOWN_BYTES = 21_000_000;
const MAX_UNCOUNTED_DAYS = 31;

/** Consecutive blocks of one hour or day. `time`: its start, Unix seconds. */
export interface Piece {
  readonly time: number;
  readonly totals: Totals;
  readonly getAddresses: () => Promise<AddressSet>;
}

export interface ReadChain {
  readonly chain: CountedChain;
  readonly cursor: Cursor;
  /** Unix ms. */
  readonly now: number;
  readonly sets: Pick<AddressSets, 'getAddresses' | 'getKnown'>;
  readonly raw: Pick<RawSlices, 'blocks'>;
  readonly traces: Pick<StoredTraces, 'find'>;
}

/** One piece for each block. `before`: time of the block before them, Unix ms; undefined if unknown. */
const toPieces = (
  blocks: readonly BlockMetrics[],
  before: number | undefined,
  toTime: (blockMs: number) => number,
): Piece[] =>
  withTotals(blocks, before).map(({ block, totals }) => ({
    time: toTime(block.time),
    totals,
    getAddresses: async () => block.addresses,
  }));

/** Times in Unix seconds. */
export const metricsReader = (table: Table) => ({
  /** The last block that the follower has counted; undefined before the first one. One read. */
  async lastCounted(chainId: string): Promise<number | undefined> {
    const { live } = readMetricsState(await table.get(metricsStateKey(chainId)));
    return live && live.next - 1;
  },
  /** Metrics up to the indexed block; undefined before any block is counted. */
  async getForChain({ chain, cursor, now, sets, raw, traces }: ReadChain) {
    const { chainId } = chain;
    const { live, known } = readMetricsState(await table.get(metricsStateKey(chainId)));
    if (!live) return undefined;
    const blocks = createIndexedBlocks({ chain, table, raw, traces });
    const run = await runOnBranch(blocks, live, cursor);
    const last = visibleBlock(cursor);
    const uncounted = last - run.next < MAX_PART_BLOCKS ? await blocks.rows(run.next, last) : [];
    const rows = firstTransactions(uncounted, MAX_TAIL_TRANSACTIONS);
    const counted = await blocks.metrics(rows, cursor.start);
    const toHour = hourTracker(run);
    const recent = [
      ...run.parts.map(({ hour, totals, addresses }) => ({
        time: hour,
        totals,
        getAddresses: () => sets.getAddresses(addresses),
      })),
      ...toPieces(counted, run.before, toHour),
    ];
    const [first] = recent;
    const whole = run.whole ?? (first ? first.time + HOUR : Number.POSITIVE_INFINITY);
    const closed = run.closed || (first?.time ?? 0);
    const began = run.began ?? first?.time ?? 0;
    const end = recent.at(-1)?.time ?? closed - HOUR;
    const countedBlock = Math.max(run.next - 1, counted.at(-1)?.number ?? 0);
    const lastBlockTime = Math.max(0, end, Math.floor((recent.at(-1)?.totals.until ?? 0) / 1_000));
    const isIdleKnown = countedBlock >= last && !isAhead(cursor.idleAt, now);
    const idleUntil = isIdleKnown ? Math.floor(cursor.idleAt / 1_000) - MAX_DELAY_SECONDS : 0;
    const until = Math.max(lastBlockTime, idleUntil);
    const { until: knownUntil = 0, bytes: knownBytes = 0 } = known ?? {};
    const uncountedDays = (intervalAt('day', closed) - Math.max(knownUntil, intervalAt('day', began))) / DAY;
    /** The rest is left to the follower: it is too much for a request. */
    const endsWithKnown = countsAll(run) && (knownBytes > MAX_KNOWN_BYTES || uncountedDays > MAX_UNCOUNTED_DAYS);

    const read = async (interval: Interval, from: number, to: number): Promise<Piece[]> => {
      const found = await readMetrics(table, chainId, { interval, from, to });
      return found.map((row) => ({
        time: row.time,
        totals: getTotals(row),
        getAddresses: () => sets.getAddresses(row.addresses),
      }));
    };
    /** From an hour on: as few as possible. */
    const pieces = async (from: number): Promise<Piece[]> => {
      const day = intervalAt('day', from) === from ? from : intervalAt('day', from, 1);
      const lastDay = intervalAt('day', closed);
      const older =
        day < lastDay
          ? await Promise.all([read('hour', from, day), read('day', day, lastDay), read('hour', lastDay, closed)])
          : [await read('hour', from, closed)];
      return [...older.flat(), ...recent.filter(({ time }) => time >= Math.max(closed, from))];
    };

    return {
      /** The last counted block; the indexed one unless counting is far behind. */
      counted: countedBlock,
      /** All blocks before this time are counted, Unix seconds; on an idle chain, as far as its node knows. */
      until,
      /** Intervals that begin earlier are not known as a whole; 0 if all blocks of the chain are counted. */
      whole,
      /** The first and the last interval that are counted, also of an idle chain; empty if the first one is later. */
      bounds(interval: Interval): { readonly first: number; readonly last: number } {
        if (recent.length === 0 && closed === 0) return { first: 0, last: -1 };
        const start = Math.max(whole, began);
        const floor = intervalAt(interval, start);
        const isCut = whole > 0 && floor < whole;
        return { first: isCut ? intervalAt(interval, start, 1) : floor, last: intervalAt(interval, until) };
      },
      /** The last hours, in parts of some minutes and single blocks. Ascending. */
      recent,
      pieces,
      /** The blocks of a part one by one. */
      async splitPart({ time, totals }: Piece): Promise<Piece[]> {
        const single = await blocks.metrics(await blocks.rows(totals.from, totals.to), cursor.start);
        return toPieces(single, await timeBefore(blocks, run, totals), () => time);
      },
      /** As `until`, for `firstSeen`: with millions of addresses, or while many days are not counted, only of counted days. */
      firstSeenUntil: endsWithKnown ? knownUntil - 1 : until,
      /** First activity by day, ascending; undefined unless all blocks of the chain are counted. */
      async firstSeen(): Promise<FirstSeenInDay[] | undefined> {
        if (!countsAll(run)) return undefined;
        const days = await readFirstSeen(table, chainId);
        const before = days.filter(({ time }) => time < knownUntil);
        if (endsWithKnown) return before;
        const newer = Map.groupBy(await pieces(knownUntil), ({ time }) => intervalAt('day', time));
        const shards = await Promise.all(SHARDS.map((digit) => readKnown(sets, chainId, known, digit)));
        // The next request has the new ones.
        if (shards.includes(undefined))
          throw new ApiError(503, `the addresses of chain ${chainId} were replaced while they were read; try again`);
        let seen = uniteSets(shards.flatMap((shard) => shard ?? []));
        for (const [time, own] of newer) {
          const set = await uniteLoaded(own.map(({ getAddresses }) => getAddresses));
          before.push({ time, ...countNew(seen, set) });
          seen = uniteSets([seen, set]);
        }
        return before;
      },
      /** Intervals with blocks that begin in the range; `to` is exclusive. Ascending. */
      async series(interval: Interval, from: number, to: number, isDistinct: boolean): Promise<Counted[]> {
        const open = intervalAt(interval, closed);
        const start = Math.max(from, whole);
        const found: Counted[] = await readMetrics(table, chainId, { interval, from: start, to: Math.min(to, open) });
        if (to <= open) return found;
        const grouped = Map.groupBy(await pieces(open), ({ time }) => intervalAt(interval, time));
        for (const [time, own] of grouped) {
          const totals = sumTotals(own.map((piece) => piece.totals));
          if (!totals || time < start || time >= to) continue;
          found.push({ time, ...totals, ...(await countAll(isDistinct ? own : [])) });
        }
        return found;
      },
    };
  },
});
export type ChainMetrics = NonNullable<Awaited<ReturnType<ReturnType<typeof metricsReader>['getForChain']>>>;

export const countAll = (pieces: readonly Piece[]): Promise<DistinctCounts> =>
  countLoaded(pieces.map(({ getAddresses }) => getAddresses));
