/** The earliest warning that a webhook can ask for, in days. */
export const MAX_DAYS = 365;
