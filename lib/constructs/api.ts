import { Size } from 'aws-cdk-lib';
import {
  AccessLogFormat,
  ApiDefinition,
  EndpointType,
  FirehoseLogDestination,
  SpecRestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { CfnDeliveryStream } from 'aws-cdk-lib/aws-kinesisfirehose';
import { type Code, type IFunction, SystemLogLevel } from 'aws-cdk-lib/aws-lambda';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Config } from '../../lambdas/core/contract/config';
import { accessLogFormat, STAGE, type Surface } from '../../lambdas/usage/contract/access-log';
import { allowInvoke, ServiceFunction } from './function';
import { gatewayDocument } from './gateway-document';
import type { GatewayResponses } from './gateway-responses';
import type { Resources } from './grants';
import { type Route, throttles } from './route';
import { addRouteFunctions } from './route-functions';

/** The routes to deploy, and what they use. */
export interface ApiProps {
  /** Follows the service's name in the name of the REST API. */
  readonly name: Surface;
  readonly routes: readonly Route[];
  /** The limits of its callers, with those without a key. */
  readonly plans: readonly { readonly rate: number; readonly burst: number }[];
  readonly config: Config;
  readonly resources: Resources;
  readonly code: { readonly routes: Code; readonly http: Code };
  /** Functions of other stacks, by their names: routes of these names have none of their own here. */
  readonly functions?: ReadonlyMap<string, IFunction>;
  /** Value of the API key that callers without a key share. */
  readonly anonymousKey: string;
  /** What API Gateway answers by itself. */
  readonly responses: GatewayResponses;
  /** The stream that requests are logged to. */
  readonly accessLog: CfnDeliveryStream;
}

/** A REST API with the functions of its routes, an authorizer, and one OpenAPI document for all. Nothing here names an endpoint. */
export class Api extends Construct {
  readonly rest: SpecRestApi;

  constructor(scope: Construct, id: string, props: ApiProps) {
    super(scope, id);
    const { name, routes, plans, config, resources, code, anonymousKey, responses, accessLog } = props;
    const gateway = new Role(this, 'Gateway', { assumedBy: new ServicePrincipal('apigateway.amazonaws.com') });
    const others = props.functions ?? new Map<string, IFunction>();
    const own = routes.filter(({ id }) => !others.has(id));
    const functions = new Map([...others, ...addRouteFunctions(this, own, { code: code.routes, config, resources })]);
    for (const fn of functions.values()) allowInvoke(gateway, fn);
    const authorizer = new ServiceFunction(this, 'Authorizer', {
      code: code.http,
      handler: 'authorizer.handler',
      logRetention: config.logRetentionDays as RetentionDays,
      memoryMb: 256,
      // It runs for forged keys too, and would log three lines for each.
      systemLog: SystemLogLevel.WARN,
    });
    authorizer.set('anonymousKey', anonymousKey);
    authorizer.set('keyHeaders', config.keyHeaders.join(','));
    allowInvoke(gateway, authorizer.fn);

    this.rest = new SpecRestApi(this, 'Rest', {
      restApiName: `${config.name}-${name}`,
      apiDefinition: ApiDefinition.fromInline(
        gatewayDocument({
          routes,
          functions,
          authorizer: authorizer.fn,
          role: gateway,
          responses,
          keyHeaders: config.keyHeaders,
        }),
      ),
      // Callers are near the service or behind their own CDN: a CloudFront in front of every request buys nothing.
      endpointTypes: [EndpointType.REGIONAL],
      // An imported document takes the type from here, a new API from the property above.
      parameters: { endpointConfigurationTypes: EndpointType.REGIONAL },
      // Lists are text that repeats itself; a single record travels as fast uncompressed.
      minCompressionSize: Size.kibibytes(8),
      // The account-wide role that it creates would outlive the stack.
      cloudWatchRole: false,
      deployOptions: {
        stageName: STAGE,
        accessLogDestination: new FirehoseLogDestination(accessLog),
        accessLogFormat: AccessLogFormat.custom(accessLogFormat(name)),
        ...throttles(routes, plans, config),
      },
    });
  }
}
