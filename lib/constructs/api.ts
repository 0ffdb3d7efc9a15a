import {
  ApiDefinition,
  ApiKey,
  EndpointType,
  type IRestApi,
  Period,
  SpecRestApi,
  UsagePlan,
} from 'aws-cdk-lib/aws-apigateway';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Code, IFunction } from 'aws-cdk-lib/aws-lambda';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Config } from '../../lambdas/contract/config';
import { kebabOf, type RegisteredEndpoint, routeOf } from '../../lambdas/contract/endpoint';
import { keyText } from '../../lambdas/contract/key-text';
import { PLANS } from '../../lambdas/contract/plans';
import { allowInvoke, ServiceFunction } from './function';
import { gatewayDocument } from './gateway-document';
import { grantUses, type Resources } from './grants';

/** The endpoints to deploy, and the resources that they use. */
export interface ApiProps {
  readonly endpoints: readonly RegisteredEndpoint[];
  readonly config: Config;
  readonly resources: Resources;
  readonly code: { readonly api: Code; readonly http: Code };
}

/** One function per endpoint, one OpenAPI document for all routes, and the usage plans. Nothing here names an endpoint. */
export class Api extends Construct {
  readonly rest: SpecRestApi;

  constructor(scope: Construct, id: string, { endpoints, config, resources, code }: ApiProps) {
    super(scope, id);
    const logRetention = config.logRetentionDays as RetentionDays;
    const gateway = new Role(this, 'Gateway', { assumedBy: new ServicePrincipal('apigateway.amazonaws.com') });
    const functions = new Map<string, IFunction>();
    for (const endpoint of endpoints) {
      const service = new ServiceFunction(this, endpoint.id, {
        code: code.api,
        handler: `${kebabOf(endpoint)}.handler`,
        logRetention,
      });
      const { queue, ...uses } = endpoint.uses;
      grantUses(service, { ...uses, ...(queue ? { sends: [queue] } : {}) }, resources);
      allowInvoke(gateway, service.fn);
      functions.set(endpoint.id, service.fn);
    }
    const anonymousKey = keyText('anonymous', config.name, '0'.repeat(32));
    const authorizer = new ServiceFunction(this, 'Authorizer', {
      code: code.http,
      handler: 'authorizer.handler',
      logRetention,
      memoryMb: 256,
    });
    authorizer.set('anonymousKey', anonymousKey);
    allowInvoke(gateway, authorizer.fn);

    this.rest = new SpecRestApi(this, 'Rest', {
      restApiName: `${config.name}-data`,
      apiDefinition: ApiDefinition.fromInline(
        gatewayDocument({ endpoints, functions, authorizer: authorizer.fn, role: gateway }),
      ),
      // Callers are near the service or behind their own CDN: a CloudFront in front of every request buys nothing.
      endpointTypes: [EndpointType.REGIONAL],
      // An imported document takes the type from here, a new API from the property above.
      parameters: { endpointConfigurationTypes: EndpointType.REGIONAL },
      // The account-wide role that it creates would outlive the stack.
      cloudWatchRole: false,
      deployOptions: { stageName: 'live', metricsEnabled: true, methodOptions: openThrottles(endpoints, config) },
    });
    for (const plan of PLANS) this.addPlan(plan, config, this.rest, anonymousKey);
  }

  private addPlan(name: (typeof PLANS)[number], config: Config, rest: SpecRestApi, anonymousKey: string): void {
    const { rate, burst, quotaPerDay } = config.plans[name];
    const plan = new UsagePlan(this, `${name}Plan`, {
      name: `${config.name}-${name}`,
      throttle: { rateLimit: rate, burstLimit: burst },
      quota: { limit: quotaPerDay, period: Period.DAY },
      // SpecRestApi implements IRestApi; only exactOptionalPropertyTypes disagrees.
      apiStages: [{ api: rest as IRestApi, stage: rest.deploymentStage }],
    });
    if (name !== 'anonymous') return;
    // Shared by all callers without a key, so it is not a secret.
    plan.addApiKey(new ApiKey(this, 'AnonymousKey', { apiKeyName: `${config.name}-anonymous`, value: anonymousKey }));
  }
}

/** Endpoints that take no key have no usage plan, so they are throttled per method. */
function openThrottles(endpoints: readonly RegisteredEndpoint[], { openEndpoints }: Config) {
  const throttle = { throttlingRateLimit: openEndpoints.rate, throttlingBurstLimit: openEndpoints.burst };
  return Object.fromEntries(
    endpoints.filter((e) => e.access === 'open').map((e) => [`${routeOf(e)}/${e.method}`, throttle]),
  );
}
