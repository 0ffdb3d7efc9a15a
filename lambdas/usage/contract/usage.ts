/** Long enough to compare a year with the previous one. */
export const USAGE_DAYS = 800;
export const REQUEST_LOG_DAYS = 30;
export const MAX_USAGE_POINTS = 1_000;
