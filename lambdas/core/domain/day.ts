const DAY_MS = 86_400_000;

/** Days since 1970 in UTC. `now`: Unix ms. */
export const toDay = (now: number): number => Math.floor(now / DAY_MS);
export const secondsLeftOfDay = (now: number): number => Math.ceil(((toDay(now) + 1) * DAY_MS - now) / 1_000);
