import * as z from 'zod';
import { PLANS, type PlanName } from './plans';

/**
 * `rate` (per second), `burst`, `quotaPerDay`: API Gateway usage plan. Per owner: `webhooks` active and concurrent
 * `exports` (0 disables), `webhookReplays` per day. `webhookAddresses`: per webhook. `exportRows`: per export.
 */
export interface Plan {
  readonly rate: number;
  readonly burst: number;
  readonly quotaPerDay: number;
  readonly webhooks: number;
  readonly webhookAddresses: number;
  readonly webhookReplays: number;
  readonly exports: number;
  readonly exportRows: number;
}

const DEFAULT_PLANS: Record<PlanName, Plan> = {
  anonymous: {
    rate: 10,
    burst: 50,
    quotaPerDay: 120_000,
    webhooks: 0,
    webhookAddresses: 0,
    webhookReplays: 0,
    exports: 0,
    exportRows: 0,
  },
  free: {
    rate: 20,
    burst: 100,
    quotaPerDay: 200_000,
    webhooks: 5,
    webhookAddresses: 5,
    webhookReplays: 1_000,
    exports: 1,
    exportRows: 10_000,
  },
  base: {
    rate: 50,
    burst: 200,
    quotaPerDay: 1_000_000,
    webhooks: 20,
    webhookAddresses: 100,
    webhookReplays: 10_000,
    exports: 2,
    exportRows: 100_000,
  },
  growth: {
    rate: 200,
    burst: 500,
    quotaPerDay: 5_000_000,
    webhooks: 100,
    webhookAddresses: 1_000,
    webhookReplays: 100_000,
    exports: 5,
    exportRows: 1_000_000,
  },
  pro: {
    rate: 1_000,
    burst: 2_000,
    quotaPerDay: 50_000_000,
    webhooks: 1_000,
    webhookAddresses: 5_000,
    webhookReplays: 1_000_000,
    exports: 10,
    exportRows: 5_000_000,
  },
};

const getPlan = (plan: Plan) =>
  z
    .strictObject({
      rate: z.number().positive().default(plan.rate),
      burst: z.int().positive().default(plan.burst),
      quotaPerDay: z.int().positive().default(plan.quotaPerDay),
      webhooks: z.int().min(0).max(10_000).default(plan.webhooks),
      webhookAddresses: z.int().min(0).max(10_000).default(plan.webhookAddresses),
      webhookReplays: z.int().min(0).max(10_000_000).default(plan.webhookReplays),
      exports: z.int().min(0).max(100).default(plan.exports),
      exportRows: z.int().min(0).max(10_000_000).default(plan.exportRows),
    })
    .default(plan);

function mapValues<K extends string, V, W>(record: Record<K, V>, change: (value: V) => W): Record<K, W> {
  return Object.fromEntries(Object.entries<V>(record).map(([k, v]) => [k, change(v)])) as Record<K, W>;
}

/** No limit may exceed that of the next plan. */
export const Plans = z
  .strictObject(mapValues(DEFAULT_PLANS, getPlan))
  .superRefine((plans, context) => {
    for (const [i, plan] of PLANS.entries()) {
      const next = PLANS[i + 1];
      if (next === undefined) continue;
      for (const [limit, value] of Object.entries(plans[plan])) {
        const most = plans[next][limit as keyof Plan];
        if (value > most)
          context.addIssue({
            code: 'custom',
            path: [plan, limit],
            message: `must not exceed the limit of plan ${next} (${most})`,
          });
      }
    }
  })
  .default(DEFAULT_PLANS);
