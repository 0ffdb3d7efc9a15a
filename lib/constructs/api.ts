import { Size } from 'aws-cdk-lib';
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
import { type Code, type IFunction, SystemLogLevel } from 'aws-cdk-lib/aws-lambda';
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
      // Prices need no grant: their service is the operator's, not AWS's.
      const { queue, prices: _prices, ...uses } = endpoint.uses;
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
      // It runs for forged keys too, and would log three lines for each.
      systemLog: SystemLogLevel.WARN,
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
      // Lists are text that repeats itself; a single record travels as fast uncompressed.
      minCompressionSize: Size.kibibytes(8),
      // The account-wide role that it creates would outlive the stack.
      cloudWatchRole: false,
      deployOptions: { stageName: 'live', ...throttles(endpoints, config) },
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

/**
 * A throttle for every method, of all callers together: as much as the highest plan allows one of them, and less where no
 * usage plan counts, as those methods cost money at whatever rate strangers call them.
 */
function throttles(endpoints: readonly RegisteredEndpoint[], { plans, openEndpoints, docs, preflight }: Config) {
  const highest = (limit: 'rate' | 'burst') => Math.max(...Object.values(plans).map((plan) => plan[limit]));
  const limitOf = ({ rate, burst }: Config['docs']) => ({ throttlingRateLimit: rate, throttlingBurstLimit: burst });
  const open = endpoints.filter(({ access }) => access === 'open');
  return {
    ...limitOf({ rate: highest('rate'), burst: highest('burst') }),
    methodOptions: Object.fromEntries([
      ...endpoints.map((endpoint) => [`${routeOf(endpoint)}/OPTIONS`, limitOf(preflight)]),
      ...open.map((endpoint) => [
        `${routeOf(endpoint)}/${endpoint.method}`,
        limitOf(endpoint.throttle === 'docs' ? docs : openEndpoints),
      ]),
    ]),
  };
}
