// Without zod: the authorizer loads this on every cold start.

/** Plan names from the lowest to the highest; a law test checks that each limit rises in this order. */
export const PLANS = ['anonymous', 'free', 'base', 'growth', 'pro'] as const;
/** One of the plans. */
export type PlanName = (typeof PLANS)[number];
