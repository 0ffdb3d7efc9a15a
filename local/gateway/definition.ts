import * as z from 'zod';

const functionUri = z
  .string()
  .regex(/:lambda:path\/[^/]+\/functions\/arn:[^/]+\/invocations$/, 'must invoke a Lambda function');
// Without a role, API Gateway needs a permission on the function, which the local runner does not check.
const credentials = z.string('must be the ARN of a role that may invoke the function');
const parameters = z
  .record(
    z.string(),
    z.string().regex(/^('.*'|context\.requestId)$/, 'must be a literal in single quotes, or context.requestId'),
  )
  .default({});

const Integration = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('aws_proxy'),
    uri: functionUri,
    httpMethod: z.literal('POST'),
    credentials,
    passthroughBehavior: z.string().optional(),
    timeoutInMillis: z.coerce.number().max(29_000).optional(),
  }),
  z.strictObject({
    type: z.literal('mock'),
    requestTemplates: z.unknown().optional(),
    passthroughBehavior: z.string().optional(),
    responses: z.strictObject({
      default: z.strictObject({
        statusCode: z.coerce.number(),
        responseParameters: parameters,
        responseTemplates: z.record(z.string(), z.literal('')).optional(),
      }),
    }),
  }),
]);
const Operation = z.strictObject({
  'x-amazon-apigateway-integration': Integration,
  // One scheme per object, as in API Gateway's own exports: the meaning of two is undocumented.
  security: z
    .array(
      z
        .record(z.string(), z.array(z.never('must have no scopes (OAuth only)')))
        .refine((schemes) => Object.keys(schemes).length === 1, 'must have exactly one security scheme per object'),
    )
    .default([]),
  // Documentation only: request validators are not supported.
  operationId: z.unknown().optional(),
  summary: z.unknown().optional(),
  description: z.unknown().optional(),
  tags: z.unknown().optional(),
  parameters: z.unknown().optional(),
  requestBody: z.unknown().optional(),
  responses: z.unknown().optional(),
});
const Authorizer = z.strictObject({
  type: z.literal('request'),
  authorizerUri: functionUri,
  authorizerCredentials: credentials,
  // Caching or a required header would change responses.
  authorizerResultTtlInSeconds: z.literal(0),
});
const headerKey = { type: z.literal('apiKey'), in: z.literal('header') };
/** API Gateway recognizes an API key scheme only by exactly this header, and an authorizer only by its type. */
const SecurityScheme = z.union([
  z.strictObject({ ...headerKey, name: z.literal('x-api-key') }),
  z.strictObject({
    ...headerKey,
    name: z.string(),
    'x-amazon-apigateway-authtype': z.literal('custom'),
    'x-amazon-apigateway-authorizer': Authorizer,
  }),
]);
const GatewayResponse = z.strictObject({
  statusCode: z.coerce.number().optional(),
  responseParameters: parameters,
  responseTemplates: z.strictObject({ 'application/json': z.string() }).optional(),
});
/** API Gateway's extension for all methods that a path does not list. */
const ANY = 'x-amazon-apigateway-any-method';
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', ANY] as const;

const Document = z.strictObject({
  openapi: z.string().startsWith('3.0', 'must be OpenAPI 3.0, the only version that API Gateway imports'),
  info: z.unknown(),
  paths: z.record(z.string(), z.partialRecord(z.enum(METHODS), Operation)),
  components: z.strictObject({ securitySchemes: z.record(z.string(), SecurityScheme).default({}) }).prefault({}),
  'x-amazon-apigateway-api-key-source': z.enum(['HEADER', 'AUTHORIZER']).default('HEADER'),
  'x-amazon-apigateway-binary-media-types': z.array(z.string()).default([]),
  'x-amazon-apigateway-gateway-responses': z.record(z.string(), GatewayResponse).default({}),
});

export type Integration = z.infer<typeof Integration>;
export type GatewayResponses = z.infer<typeof Document>['x-amazon-apigateway-gateway-responses'];

export interface Operation {
  /** Upper case; `ANY` for all methods that the path does not list. */
  readonly method: string;
  readonly path: string;
  readonly integration: Integration;
  readonly keyRequired: boolean;
  /** Invocation URI of the Lambda authorizer, and the role to invoke it with. */
  readonly authorizer?: { readonly uri: string; readonly credentials: string };
}

export interface ApiDefinition {
  readonly operations: readonly Operation[];
  readonly keySource: 'HEADER' | 'AUTHORIZER';
  readonly binaryMediaTypes: readonly string[];
  readonly responses: GatewayResponses;
}

/** Throws a one-sentence error for anything that only the real API Gateway supports. */
export function readDefinition(name: string, body: unknown): ApiDefinition {
  const parsed = Document.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(
      `The OpenAPI body of ${name} is not supported at ${z.core.toDotPath(issue?.path ?? [])}: ${issue?.message}`,
    );
  }
  const { paths, components, ...document } = parsed.data;
  return {
    operations: Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => {
        const schemes = operation.security
          .flatMap((each) => Object.keys(each))
          .map((scheme) => {
            const found = components.securitySchemes[scheme];
            if (!found) throw new Error(`${name} secures ${method} ${path} by ${scheme}, which it does not define.`);
            return 'x-amazon-apigateway-authorizer' in found ? found['x-amazon-apigateway-authorizer'] : undefined;
          });
        const [authorizer, ...more] = schemes.flatMap((scheme) => scheme ?? []);
        if (more.length > 0)
          throw new Error(`${name} secures ${method} ${path} by two authorizers; only one per method is allowed.`);
        return {
          method: method === ANY ? 'ANY' : method.toUpperCase(),
          path,
          integration: operation['x-amazon-apigateway-integration'],
          keyRequired: schemes.includes(undefined),
          ...(authorizer
            ? { authorizer: { uri: authorizer.authorizerUri, credentials: authorizer.authorizerCredentials } }
            : {}),
        };
      }),
    ),
    keySource: document['x-amazon-apigateway-api-key-source'],
    binaryMediaTypes: document['x-amazon-apigateway-binary-media-types'],
    responses: document['x-amazon-apigateway-gateway-responses'],
  };
}
