import type { Interval } from '../../core/contract/intervals';
import { intervalAt } from '../../core/domain/intervals';

export interface TimeRange {
  readonly startTimestamp?: number | undefined;
  readonly endTimestamp?: number | undefined;
}

/** The starts of a page of intervals, newest first. `bounds`: the first and last one. `below`: after an earlier page. */
export function getPagePoints(
  interval: Interval,
  bounds: { readonly first: number; readonly last: number },
  { startTimestamp = 0, endTimestamp = Number.POSITIVE_INFINITY }: TimeRange,
  { size, below = Number.POSITIVE_INFINITY }: { readonly size: number; readonly below: number | undefined },
): { readonly points: readonly number[]; readonly isLast: boolean } {
  const first = Math.max(bounds.first, startTimestamp);
  const end = Math.min(endTimestamp, below);
  const points: number[] = [];
  let time = end > bounds.last ? bounds.last : intervalAt(interval, end - 1);
  for (; time >= first && points.length < size; time = intervalAt(interval, time, -1)) points.push(time);
  return { points, isLast: time < first };
}
