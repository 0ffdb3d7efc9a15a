/** Retention of hourly counts, days: long enough to compare a year with the previous one. */
export const USAGE_DAYS = 800;
/** Retention of individual requests, days. */
export const REQUEST_LOG_DAYS = 30;
/** Maximum time buckets per response. */
export const MAX_USAGE_POINTS = 1_000;
