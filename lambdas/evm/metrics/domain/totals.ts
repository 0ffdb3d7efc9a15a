import type { DistinctCounts } from './address-set';
import { type BlockMetrics, type MessageCounts, OTHERS, type Sums } from './block-metrics';

/** Of consecutive blocks. */
export interface Totals extends Sums {
  /** The first and last block. */
  readonly from: number;
  readonly to: number;
  /** Time of the block before the first one, or of the first one if that is unknown; Unix ms. */
  readonly since: number;
  /** Time of the last block, Unix ms. */
  readonly until: number;
  /** Per second, of a single block. */
  readonly maxGps: number;
  readonly maxTps: number;
}

/** Of an interval that begins at `time`, Unix seconds. */
export interface Counted extends Totals, DistinctCounts {
  readonly time: number;
}

/** Blocks with the same timestamp, in whole seconds, are taken as one second apart. */
const SHORTEST_MS = 1_000;

/** `before`: time of the block before, Unix ms; undefined if unknown. */
export function toTotals(block: BlockMetrics, before: number | undefined): Totals {
  const { number, hash: _, addresses: __, time, ...sums } = block;
  const seconds = before === undefined ? undefined : (Math.max(0, time - before) || SHORTEST_MS) / 1_000;
  const perSecond = (value: number): number => (seconds === undefined ? 0 : value / seconds);
  return {
    from: number,
    to: number,
    since: before ?? time,
    until: time,
    ...sums,
    maxGps: perSecond(Number(block.gasUsed)),
    maxTps: perSecond(block.transactions),
  };
}

/** Consecutive blocks, each with its totals. `before`: as in `toTotals`, for the first one. */
export const withTotals = (blocks: readonly BlockMetrics[], before: number | undefined) =>
  blocks.map((block, i) => ({ block, totals: toTotals(block, i === 0 ? before : blocks[i - 1]?.time) }));

/** `later` follows `earlier`. */
const addTotals = (earlier: Totals, later: Totals): Totals => ({
  from: earlier.from,
  to: later.to,
  since: earlier.since,
  until: later.until,
  transactions: earlier.transactions + later.transactions,
  gasUsed: earlier.gasUsed + later.gasUsed,
  fees: earlier.fees + later.fees,
  receipts: earlier.receipts + later.receipts,
  gasPrices: earlier.gasPrices + later.gasPrices,
  maxGasPrice: earlier.maxGasPrice > later.maxGasPrice ? earlier.maxGasPrice : later.maxGasPrice,
  maxGps: Math.max(earlier.maxGps, later.maxGps),
  maxTps: Math.max(earlier.maxTps, later.maxTps),
  contracts: earlier.contracts + later.contracts,
  sent: addCounts(earlier.sent, later.sent),
  received: addCounts(earlier.received, later.received),
});

/** undefined if there are none. Ascending. */
export const sumTotals = (totals: readonly Totals[]): Totals | undefined =>
  totals.reduce<Totals | undefined>((sum, next) => (sum ? addTotals(sum, next) : next), undefined);

/** Anyone can send messages to made-up blockchains. */
const MAX_BLOCKCHAINS = 100;

/** Beyond a limit, blockchains with few messages count together. */
function addCounts(a: MessageCounts, b: MessageCounts): MessageCounts {
  const sum: Record<string, number> = { ...a };
  for (const [other, count] of Object.entries(b)) sum[other] = (sum[other] ?? 0) + count;
  const { [OTHERS]: others = 0, ...named } = sum;
  const sorted = Object.entries(named).toSorted(([x, m], [y, n]) => n - m || (x < y ? -1 : 1));
  if (sorted.length <= MAX_BLOCKCHAINS) return sum;
  const rest = sorted.slice(MAX_BLOCKCHAINS).reduce((total, [, count]) => total + count, others);
  return { ...Object.fromEntries(sorted.slice(0, MAX_BLOCKCHAINS)), [OTHERS]: rest };
}
