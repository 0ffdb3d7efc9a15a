import { ApiKey, type IRestApi, Period, UsagePlan } from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import type { Config } from '../../lambdas/core/contract/config';
import { keyText } from '../../lambdas/core/contract/key-text';
import { PLANS } from '../../lambdas/core/contract/plans';
import type { Api, ApiProps } from './api';

interface Limits {
  readonly rate: number;
  readonly burst: number;
  readonly quotaPerDay: number;
}

/** One per API, because each API has its own anonymous limits. */
export const getAnonymousKey = (service: string, api: ApiProps['name']): string =>
  keyText('anonymous', service, (api === 'data' ? '0' : '1').repeat(32));

/**
 * Admits forms that may carry a key in their body, which API Gateway cannot look up: the function sends such a form once
 * more, with that key or the anonymous one as a header, and only then do a plan's limits apply.
 */
export const getFormKey = (service: string): string => keyText('anonymous', service, '2'.repeat(32));

/** Plans with keys cover all APIs, the anonymous plan only the data API. */
export function addPlans(scope: Construct, { name, plans }: Config, data: Api, others: readonly Api[]): void {
  for (const plan of PLANS) {
    const apis = plan === 'anonymous' ? [data] : [data, ...others];
    const added = addPlan(scope, `${plan}Plan`, `${name}-${plan}`, plans[plan], apis);
    if (plan === 'anonymous')
      addSharedKey(scope, added, 'AnonymousKey', `${name}-anonymous`, getAnonymousKey(name, 'data'));
  }
  // As much as any plan allows.
  const forms = addPlan(scope, 'FormPlan', `${name}-forms`, plans.pro, [data]);
  addSharedKey(scope, forms, 'FormKey', `${name}-forms`, getFormKey(name));
}

export function addRpcPlan(scope: Construct, { name, nodeRpc }: Config, rpc: Api): void {
  const added = addPlan(scope, 'AnonymousPlan', `${name}-rpc-anonymous`, nodeRpc, [rpc]);
  addSharedKey(scope, added, 'AnonymousKey', `${name}-rpc-anonymous`, getAnonymousKey(name, 'rpc'));
}

function addPlan(scope: Construct, id: string, name: string, limits: Limits, apis: readonly Api[]): UsagePlan {
  const { rate, burst, quotaPerDay } = limits;
  return new UsagePlan(scope, id, {
    name,
    throttle: { rateLimit: rate, burstLimit: burst },
    quota: { limit: quotaPerDay, period: Period.DAY },
    // SpecRestApi implements IRestApi; only exactOptionalPropertyTypes disagrees.
    apiStages: apis.map(({ rest }) => ({ api: rest as IRestApi, stage: rest.deploymentStage })),
  });
}

/** Not a secret: many callers share it. */
function addSharedKey(scope: Construct, plan: UsagePlan, id: string, apiKeyName: string, value: string): void {
  plan.addApiKey(new ApiKey(scope, id, { apiKeyName, value }));
}
