/** Of this dialect: the most that `page` times `offset` may be. */
export const WINDOW = 10_000;

/** Long enough for a client that waits between pages, short enough that a list is soon read anew. */
export const PAGE_START_MINUTES = 10;
