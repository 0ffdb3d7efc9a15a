export const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Days since 1970 in UTC. `now`: Unix ms. */
export const toDay = (now: number): number => Math.floor(now / DAY_MS);
export const secondsLeftOfDay = (now: number): number => Math.ceil(((toDay(now) + 1) * DAY_MS - now) / 1_000);

export const dateOfDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** Days since 1970 (UTC) of `YYYY-MM-DD`; undefined if the text is not a valid date. */
export function dayOfDate(text: string): number | undefined {
  const day = toDay(Date.parse(`${text}T00:00:00Z`));
  // Date.parse accepts February 30 as a day in March.
  return Number.isNaN(day) || dateOfDay(day) !== text ? undefined : day;
}
