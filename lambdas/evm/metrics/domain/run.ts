import { HOUR, intervalAt } from '../../../core/domain/intervals';
import type { Totals } from './totals';

/** Consecutive blocks of one hour. */
export interface Part {
  /** Unix seconds. */
  readonly hour: number;
  readonly totals: Totals;
  /** Of its last block: a part of another branch does not count. */
  readonly hash: string;
  /** Object with its addresses; absent if it has none. */
  readonly addresses?: string;
}

/** Consecutive blocks, counted in order. Times in Unix seconds. */
export interface Run {
  readonly from: number;
  /** Intervals that begin at `whole` or later are counted as a whole; unknown before the first block. */
  readonly whole?: number;
  /** The first hour with a counted block. */
  readonly began?: number;
  readonly next: number;
  /** Time of the block below `next`, Unix ms; absent if unknown. */
  readonly before?: number;
  /** Hours that begin earlier have their rows. */
  readonly closed: number;
  /** The last final block when the parts were last compared with the chain. */
  readonly final?: number;
  /** Of later hours, ascending; also recent ones of closed hours, for the last hour's metrics. */
  readonly parts: readonly Part[];
}

export const getHour = (ms: number): number => intervalAt('hour', Math.floor(ms / 1_000));

/**
 * Gives the hour of each later block in order, from its time in Unix ms. When time goes back, a block stays in the hour
 * that the chain has reached.
 */
export function hourTracker({ closed, parts }: Run): (ms: number) => number {
  let hour = Math.max(closed, parts.at(-1)?.hour ?? 0);
  return (ms) => {
    hour = Math.max(hour, getHour(ms));
    return hour;
  };
}

const openParts = ({ parts, closed }: Run): Part[] => parts.filter(({ hour }) => hour >= closed);

/** Hours that have ended and are final, with their parts and the start of the next hour, ascending. */
export function hoursToClose(
  run: Run,
  final: number,
): { readonly hour: number; readonly parts: readonly Part[]; readonly next: number }[] {
  const hours = [...Map.groupBy(openParts(run), ({ hour }) => hour)];
  return hours.flatMap(([hour, parts], i) => {
    const [next, [later] = []] = hours[i + 1] ?? [];
    return next !== undefined && later && later.totals.from <= final ? [{ hour, parts, next }] : [];
  });
}

/** Without the parts that nothing needs any more. `since`: Unix ms. */
export const withoutPartsBefore = (run: Run, since: number): Run => ({
  ...run,
  parts: run.parts.filter((part) => part.hour >= run.closed || part.totals.until > since),
});

export const KEPT_MS = 2 * HOUR * 1_000;
/** Readers count as many blocks themselves. */
export const MAX_PART_BLOCKS = 1_024;

/** From the chain's first block on. */
export const countsAll = ({ whole }: Run): boolean => whole === 0;
