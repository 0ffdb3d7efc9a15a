import type { Interval } from '../contract/intervals';

/** Seconds. */
export const HOUR = 3_600;
/** Seconds. */
export const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
/** 1 January 1970 was a Thursday. */
const FIRST_MONDAY = 4 * DAY;

const FIXED: Readonly<Record<Exclude<Interval, 'month'>, readonly [length: number, first: number]>> = {
  hour: [HOUR, 0],
  day: [DAY, 0],
  week: [WEEK, FIRST_MONDAY],
};

/** The start of the interval that contains `time`, plus `offset` intervals. Unix seconds. */
export function intervalAt(interval: Interval, time: number, offset = 0): number {
  if (interval === 'month') {
    const date = new Date(time * 1_000);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset) / 1_000;
  }
  const [length, first] = FIXED[interval];
  return Math.floor((time - first) / length) * length + first + offset * length;
}
