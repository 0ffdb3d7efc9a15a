import { Fn, Stack } from 'aws-cdk-lib';
import type { IRole } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { GatewayResponses } from './gateway-responses';
import type { Route } from './route';

interface GatewayParts {
  readonly routes: readonly Route[];
  readonly functions: ReadonlyMap<string, IFunction>;
  readonly authorizer: IFunction;
  /** API Gateway assumes it, instead of one permission per function. */
  readonly role: IRole;
  readonly responses: GatewayResponses;
  readonly keyHeaders: readonly string[];
}

const getName = (method: Route['methods'][number]): string =>
  method === 'ANY' ? 'x-amazon-apigateway-any-method' : method.toLowerCase();

const parametersIn = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));

/** OpenAPI 3.0 (3.1 is not supported), without schemas, as handlers validate. Two security objects mean both here. */
export function gatewayDocument({ routes, functions, authorizer, role, responses, keyHeaders }: GatewayParts) {
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
  for (const { route, path } of routes.flatMap((one) => one.paths.map((each) => ({ route: one, path: each })))) {
    const fn = functions.get(route.id);
    if (!fn) throw new Error(`${route.id} has no function`);
    const parameters = parametersIn(path);
    paths[path] ??= { options: preflight(parameters, keyHeaders) };
    const operation = {
      parameters,
      responses: { [route.success]: { description: 'OK' } },
      ...(route.isOpen ? {} : { security: [{ authorizer: [] }, { apiKey: [] }] }),
      'x-amazon-apigateway-integration': {
        type: 'aws_proxy',
        httpMethod: 'POST',
        credentials: role.roleArn,
        uri: invoke(fn),
      },
    };
    Object.assign(paths[path] ?? {}, Object.fromEntries(route.methods.map((method) => [getName(method), operation])));
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
          name: keyHeaders[0],
          'x-amazon-apigateway-authtype': 'custom',
          // No identity source and no caching: without the header, the authorizer must assign the anonymous key.
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
    'x-amazon-apigateway-gateway-responses': responses,
  };
}

/** No cookies, so every header is allowed: `*` covers all but `Authorization`; some browsers take `*` literally. */
function preflight(parameters: readonly unknown[], keyHeaders: readonly string[]) {
  const allowed = ['*', 'authorization', 'content-type', 'idempotency-key', 'if-none-match', ...keyHeaders];
  const headers = {
    'Access-Control-Allow-Origin': "'*'",
    'Access-Control-Allow-Headers': `'${allowed.join(',')}'`,
    'Access-Control-Allow-Methods': "'GET,HEAD,POST,PATCH,DELETE,OPTIONS'",
    'Access-Control-Max-Age': "'86400'",
    'x-request-id': 'context.requestId',
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
