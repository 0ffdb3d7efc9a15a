/** As backfills by default: a network has no setting of its own. */
export const NETWORK_WRITE_UNITS_PER_SECOND = 2_000;
