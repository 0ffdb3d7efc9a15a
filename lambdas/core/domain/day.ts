const DAY_MS = 86_400_000;

/** The number of a day since 1970, in UTC. `now`: Unix ms. */
export const toDay = (now: number): number => Math.floor(now / DAY_MS);
/** Seconds until the day ends, at least one. */
export const secondsLeftOfDay = (now: number): number => Math.ceil(((toDay(now) + 1) * DAY_MS - now) / 1_000);
