import type { Config, RuntimeConfig } from '../lambdas/contract/config';
import { PLANS } from '../lambdas/contract/plans';

/** How much an owner of each plan may have. Apart from `runtimeConfig`, which loads every published chain definition. */
export function planLimits(plans: Config['plans']): RuntimeConfig['limits'] {
  const limits = PLANS.map((plan) => {
    const { rate: _rate, burst: _burst, quotaPerDay: _quota, ...limits } = plans[plan];
    return [plan, limits];
  });
  return Object.fromEntries(limits) as RuntimeConfig['limits'];
}
