import { dateOfDay, dayOfDate } from '../../core/domain/day';

const DAY_SECONDS = 86_400;

export const dayOfTime = (seconds: number): number => Math.floor(seconds / DAY_SECONDS);

export const startOfDay = (day: number): number => day * DAY_SECONDS;

export const isoTime = (seconds: number): string => new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z');

/** `startDate` and `endDate` are the older names of `firstDate` and `lastDate`. */
interface GivenDates {
  readonly firstDate?: string | undefined;
  readonly lastDate?: string | undefined;
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

export class InvalidDate extends Error {
  override readonly name = 'InvalidDate';
  constructor(
    readonly field: keyof GivenDates,
    message: string,
  ) {
    super(message);
  }
}

/** Days since 1970, inclusive. Throws `InvalidDate` for a future or invalid date, and a reversed or too long range. */
export function daysOfExport(given: GivenDates, today: number, maxDays: number): { first: number; last: number } {
  const last = read(given, 'lastDate', 'endDate');
  const first = read(given, 'firstDate', 'startDate');
  for (const one of [last, first])
    if (one && one.day > today)
      throw new InvalidDate(one.field, `must not be in the future: today is ${dateOfDay(today)} (UTC)`);
  const end = last?.day ?? today;
  if (!first) return { first: Math.max(0, end - maxDays + 1), last: end };
  if (first.day > end) throw new InvalidDate(first.field, `must not be after ${dateOfDay(end)}, the last day`);
  const days = end - first.day + 1;
  if (days > maxDays)
    throw new InvalidDate(first.field, `the range to ${dateOfDay(end)} must be at most ${maxDays} days, not ${days}`);
  return { first: first.day, last: end };
}

function read(given: GivenDates, name: 'firstDate' | 'lastDate', older: 'startDate' | 'endDate') {
  const field = given[name] === undefined ? older : name;
  const text = given[field];
  if (text === undefined) return undefined;
  if (given[name] !== undefined && given[older] !== undefined && given[older] !== text)
    throw new InvalidDate(older, `must be absent, or the same as ${name}`);
  const day = dayOfDate(text);
  if (day === undefined || day < 0) throw new InvalidDate(field, `${text} is not a valid date`);
  return { field, day };
}
