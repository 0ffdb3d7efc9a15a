// Without zod: the authorizer loads this on every cold start.

/** From lowest to highest; limits must not decrease in this order. */
export const PLANS = ['anonymous', 'free', 'base', 'growth', 'pro'] as const;
export type PlanName = (typeof PLANS)[number];
