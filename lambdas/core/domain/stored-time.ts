/** Assumed clock skew between two functions, ms. */
export const MAX_CLOCK_SKEW_MS = 1_000;

/** Whether a stored time lies in the future beyond clock skew: its writer's clock ran ahead and has been set back. */
export const isAhead = (at: number, now: number): boolean => at > now + MAX_CLOCK_SKEW_MS;

/**
 * Age of a stored time, ms. Infinity if it lies in the future, as its age is unknown: such a record counts as stale,
 * its lease as expired, its delay as over.
 */
export const msSince = (at: number, now: number): number => (isAhead(at, now) ? Number.POSITIVE_INFINITY : now - at);

/**
 * Extra tolerance for leases, ms. Taking a lease from a live holder with a fast clock is worse than waiting this much
 * longer after a clock was set back.
 */
export const MAX_LEASE_LEAD_MS = 10_000;

/** Whether a lease is held. `until`: its stored expiry; `ms`: its duration when written. */
export const isHeld = (until: number, now: number, ms: number): boolean =>
  until > now && until - ms <= now + MAX_LEASE_LEAD_MS;
