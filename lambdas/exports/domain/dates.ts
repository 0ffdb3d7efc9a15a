const DAY_SECONDS = 86_400;

/** A day of the calendar as a number of days since 1970 (UTC); undefined where the text is no date `YYYY-MM-DD`. */
export function dayOfDate(text: string): number | undefined {
  const at = Date.parse(`${text}T00:00:00Z`);
  // February 30 would be taken for a day of March.
  return Number.isNaN(at) || dateOfDay(at / 1_000 / DAY_SECONDS) !== text ? undefined : at / 1_000 / DAY_SECONDS;
}

/** A day since 1970 as a date, `YYYY-MM-DD`. */
export const dateOfDay = (day: number): string => isoTime(day * DAY_SECONDS).slice(0, 10);

/** The day of a time, Unix seconds. */
export const dayOfTime = (seconds: number): number => Math.floor(seconds / DAY_SECONDS);

/** When a day begins, Unix seconds. */
export const startOfDay = (day: number): number => day * DAY_SECONDS;

/** A time, Unix seconds, as ISO 8601 in UTC: `2026-05-01T12:30:00Z`. */
export const isoTime = (seconds: number): string => new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z');

/** Days of an export, as the request names them: both are absent, or dates. */
interface GivenDates {
  readonly firstDate?: string | undefined;
  readonly lastDate?: string | undefined;
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

/** What is wrong with a date, and in which field of the request. */
export class InvalidDate extends Error {
  override readonly name = 'InvalidDate';
  constructor(
    readonly field: keyof GivenDates,
    message: string,
  ) {
    super(message);
  }
}

/**
 * The days that an export covers, both included. `today`: days since 1970. Throws `InvalidDate` for a day that does not
 * exist, is in the future, or lies on the wrong side of the other, and for more than `maxDays`.
 */
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
    throw new InvalidDate(first.field, `must be at most ${maxDays} days up to ${dateOfDay(end)}, not ${days}`);
  return { first: first.day, last: end };
}

/** A date by its name or its older one. */
function read(given: GivenDates, name: 'firstDate' | 'lastDate', older: 'startDate' | 'endDate') {
  const field = given[name] === undefined ? older : name;
  const text = given[field];
  if (text === undefined) return undefined;
  if (given[name] !== undefined && given[older] !== undefined && given[older] !== text)
    throw new InvalidDate(older, `must be absent, or the same as ${name}`);
  const day = dayOfDate(text);
  if (day === undefined || day < 0) throw new InvalidDate(field, `${text} is no day of the calendar`);
  return { field, day };
}
