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
import { getFormKey } from './plans';
import { type Route, throttles } from './route';
import { addRouteFunctions } from './route-functions';

export interface ApiProps {
  readonly name: Surface;
  readonly routes: readonly Route[];
  readonly plans: readonly { readonly rate: number; readonly burst: number }[];
  readonly config: Config;
  readonly resources: Resources;
  readonly code: { readonly routes: Code; readonly http: Code };
  /** Functions of other stacks, by route ID; these routes get no function here. */
  readonly functions?: ReadonlyMap<string, IFunction>;
  readonly anonymousKey: string;
  readonly responses: GatewayResponses;
  readonly accessLog: CfnDeliveryStream;
}

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
      // It also runs for forged keys, and would log three lines for each.
      systemLog: SystemLogLevel.WARN,
    });
    authorizer.set('anonymousKey', anonymousKey);
    authorizer.set('keyHeaders', config.keyHeaders.join(','));
    const keyParameters = getKeyParameters(routes);
    if (keyParameters) {
      authorizer.set('keyParameters', keyParameters);
      authorizer.set('formKey', getFormKey(config.name));
    }
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
      // Callers are near the service or behind their own CDN, so CloudFront would add cost without benefit.
      endpointTypes: [EndpointType.REGIONAL],
      // Imports read the type from here, new APIs from the property above.
      parameters: { endpointConfigurationTypes: EndpointType.REGIONAL },
      // Lists compress well; a single record travels as fast uncompressed.
      minCompressionSize: Size.kibibytes(8),
      // CDK would create an account-wide role that outlives the stack.
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

/** As the authorizer reads it. Throws for two names: it looks for one. */
function getKeyParameters(routes: readonly Route[]): string | undefined {
  const having = routes.filter(({ keyParameter }) => keyParameter !== undefined);
  const [name, ...others] = new Set(having.map(({ keyParameter }) => keyParameter));
  if (others.length > 0) throw new Error('endpoints may share only one name of a key parameter');
  return name && `${name} ${[...new Set(having.flatMap(({ paths }) => paths))].join(',')}`;
}
