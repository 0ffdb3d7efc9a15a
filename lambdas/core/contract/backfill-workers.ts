/** By default. Apart from `config.ts`, whose schema would become part of bundles. */
export const BACKFILL_WORKERS = 4;
