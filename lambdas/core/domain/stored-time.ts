/** Assumed clock skew between two functions, ms. */
export const MAX_CLOCK_SKEW_MS = 1_000;

/** The writer's clock ran ahead and has been set back. */
export const isAhead = (at: number, now: number): boolean => at > now + MAX_CLOCK_SKEW_MS;

/** Age of a stored time, ms. Infinity for one in the future: the record is stale, its lease expired, its delay over. */
export const msSince = (at: number, now: number): number => (isAhead(at, now) ? Number.POSITIVE_INFINITY : now - at);

/** Extra tolerance for leases, ms: taking a lease from a live holder with a fast clock is worse than waiting longer. */
export const MAX_LEASE_LEAD_MS = 10_000;

/** `until`: stored expiry; `ms`: duration when written. */
export const isHeld = (until: number, now: number, ms: number): boolean =>
  until > now && until - ms <= now + MAX_LEASE_LEAD_MS;
