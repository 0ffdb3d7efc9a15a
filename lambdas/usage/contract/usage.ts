/** Days that counts of an hour are kept: a year is compared with the one before. */
export const USAGE_DAYS = 800;
/** Days that single requests are kept. */
export const REQUEST_LOG_DAYS = 30;
/** The most points in time of an answer. */
export const MAX_USAGE_POINTS = 1_000;
