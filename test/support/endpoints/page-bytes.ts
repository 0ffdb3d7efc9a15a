/** The most that a page may have, which the worst bill assumes. */
export const PAGE_BYTES = { frontPage: 40_000, consolePage: 44_000 };
