import { intervalAt } from '../../core/domain/intervals';
import type { Interval } from '../contract/schemas';

const DEFAULT_POINTS = 30;

/** Unix seconds; `end` is exclusive. */
export interface Points {
  readonly start: number;
  readonly end: number;
  readonly count: number;
}

const AS_INTERVAL = { hourly: 'hour', daily: 'day', weekly: 'week', monthly: 'month' } as const;

/** The start of the interval that contains `time`, plus `offset` intervals; Unix seconds, in UTC. */
export const pointAt = (interval: Interval, time: number, offset = 0): number =>
  intervalAt(AS_INTERVAL[interval], time, offset);

export function pointsIn(
  interval: Interval,
  {
    startTimestamp,
    endTimestamp,
  }: { readonly startTimestamp?: number | undefined; readonly endTimestamp?: number | undefined },
  now: number,
): Points {
  const last = (endTimestamp ?? now + 1) - 1;
  const end = pointAt(interval, last, 1);
  const start = Math.max(
    0,
    startTimestamp === undefined ? pointAt(interval, last, 1 - DEFAULT_POINTS) : pointAt(interval, startTimestamp),
  );
  if (start >= end) return { start, end: start, count: 0 };
  if (interval !== 'monthly')
    return { start, end, count: (end - start) / (pointAt(interval, 0, 1) - pointAt(interval, 0)) };
  const toMonth = (time: number) => new Date(time * 1_000).getUTCFullYear() * 12 + new Date(time * 1_000).getUTCMonth();
  return { start, end, count: toMonth(end) - toMonth(start) };
}
