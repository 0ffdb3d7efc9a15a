import { Fn, Stack } from 'aws-cdk-lib';
import type { IRole } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { type EndpointSpec, routeOf } from '../../lambdas/contract/endpoint';
import { gatewayResponses } from './gateway-responses';

interface GatewayParts {
  readonly endpoints: readonly EndpointSpec[];
  readonly functions: ReadonlyMap<string, IFunction>;
  readonly authorizer: IFunction;
  /** The role that API Gateway assumes to invoke functions: one role instead of one permission per function. */
  readonly role: IRole;
}

/**
 * The routes as API Gateway imports them: OpenAPI 3.0 (3.1 is not supported) without schemas, because handlers validate.
 * Every operation that is not open requires both security schemes, each an object of its own, as API Gateway's export
 * and AWS SAM write them: OpenAPI would read one as the alternative to the other, API Gateway does not.
 */
export function gatewayDocument({ endpoints, functions, authorizer, role }: GatewayParts) {
  const { partition, region } = Stack.of(role);
  const invoke = (fn: IFunction) =>
    Fn.join('', [
      'arn:',
      partition,
      ':apigateway:',
      region,
      ':lambda:path/2015-03-31/functions/',
      fn.functionArn,
      '/invocations',
    ]);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const fn = functions.get(endpoint.id);
    if (!fn) throw new Error(`${endpoint.id} has no function`);
    const parameters = Object.keys(endpoint.params.shape).map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    }));
    const route = routeOf(endpoint);
    paths[route] ??= { options: preflight(parameters) };
    Object.assign(paths[route] ?? {}, {
      [endpoint.method.toLowerCase()]: {
        parameters,
        responses: { [endpoint.success ?? 200]: { description: 'OK' } },
        ...(endpoint.access === 'open' ? {} : { security: [{ authorizer: [] }, { apiKey: [] }] }),
        'x-amazon-apigateway-integration': {
          type: 'aws_proxy',
          httpMethod: 'POST',
          credentials: role.roleArn,
          uri: invoke(fn),
        },
      },
    });
  }
  return {
    openapi: '3.0.1',
    info: { title: 'Chain Data Service', version: '1' },
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        authorizer: {
          type: 'apiKey',
          in: 'header',
          name: 'x-service-api-key',
          'x-amazon-apigateway-authtype': 'custom',
          // No identity source and no caching: the authorizer also gets requests without the header, for the anonymous key.
          'x-amazon-apigateway-authorizer': {
            type: 'request',
            authorizerUri: invoke(authorizer),
            authorizerCredentials: role.roleArn,
            authorizerResultTtlInSeconds: 0,
          },
        },
      },
    },
    'x-amazon-apigateway-api-key-source': 'AUTHORIZER',
    'x-amazon-apigateway-gateway-responses': gatewayResponses(),
  };
}

/** The CORS preflight that a browser sends before a request with the key header. */
function preflight(parameters: readonly unknown[]) {
  const headers = {
    'Access-Control-Allow-Origin': "'*'",
    'Access-Control-Allow-Headers': "'content-type,x-service-api-key'",
    'Access-Control-Allow-Methods': "'GET,POST,PATCH,DELETE,OPTIONS'",
    'Access-Control-Max-Age': "'86400'",
  };
  return {
    parameters,
    responses: {
      200: {
        description: 'OK',
        headers: Object.fromEntries(Object.keys(headers).map((name) => [name, { schema: { type: 'string' } }])),
      },
    },
    'x-amazon-apigateway-integration': {
      type: 'mock',
      requestTemplates: { 'application/json': '{"statusCode":200}' },
      responses: {
        default: {
          statusCode: '200',
          responseParameters: Object.fromEntries(
            Object.entries(headers).map(([name, value]) => [`method.response.header.${name}`, value]),
          ),
        },
      },
    },
  };
}
