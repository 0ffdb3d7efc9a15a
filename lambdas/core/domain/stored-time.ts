/** The clocks of two functions may differ by this much, ms. */
export const MAX_CLOCK_SKEW_MS = 1_000;

/** Whether a stored time was written by a clock that ran ahead and has been set back since. */
export const isAhead = (at: number, now: number): boolean => at > now + MAX_CLOCK_SKEW_MS;

/**
 * How long ago a stored time was, ms. Infinity if it is ahead, as how long ago that was is unknown: such a record is not
 * fresh, its lease has ended, and its delay has passed.
 */
export const msSince = (at: number, now: number): number => (isAhead(at, now) ? Number.POSITIVE_INFINITY : now - at);

/**
 * A lease may be further ahead than other times, ms: to take one from a holder that lives, whose clock is only before
 * ours, is worse than to wait for so much longer after the clock was set back.
 */
export const MAX_LEASE_LEAD_MS = 10_000;

/** Whether a lease that lasts `ms` from when it was written is held. */
export const isHeld = (until: number, now: number, ms: number): boolean =>
  until > now && until - ms <= now + MAX_LEASE_LEAD_MS;
