import type * as z from 'zod';
import { schemasIn } from '../../../core/contract/contract-version';
import type { EndpointSpec, RegisteredEndpoint } from '../../../core/contract/endpoint';
import { TAGS } from '../../../core/contract/tags';
import { errorComponents, errorResponses } from './errors';
import { type DocumentConfig, introduction } from './introduction';
import { componentSchemas, parameters, reference } from './schemas';
import { webhookOperations } from './webhooks';

/** Answers by endpoint id. */
type Examples = Readonly<Record<string, unknown>>;

/** The public OpenAPI 3.1 document. `version`: of the service. `npm run docs` writes it; a test fails when the committed file is stale. */
export function openapi(
  endpoints: readonly RegisteredEndpoint[],
  config: DocumentConfig,
  version: string,
  examples: Examples = {},
) {
  const operations = endpoints.map((endpoint) => ({ endpoint, operation: toOperation(endpoint, config, examples) }));
  const paths: Record<string, Record<string, ReturnType<typeof toOperation>>> = {};
  for (const { endpoint, operation } of operations)
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation };
  const requests = operations.map(({ operation: { parameters, requestBody } }) => [parameters, requestBody]);
  const answers = [operations.map(({ operation }) => operation.responses), errorComponents, webhookOperations];
  return {
    openapi: '3.1.0',
    info: {
      title: 'Chain Data Service',
      version,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description: introduction(config),
    },
    // Relative to /v1/openapi.json; works behind a stage name and behind a custom domain.
    servers: [{ url: '..', description: 'The service that served this document.' }],
    security: [...keySecurity(config), {}],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    webhooks: webhookOperations,
    components: {
      schemas: schemasIn(config.contractVersion, componentSchemas({ requests, answers })),
      responses: errorComponents,
      securitySchemes: Object.fromEntries(
        config.keyHeaders.map((name, i) => [
          getScheme(name, i),
          {
            type: 'apiKey',
            in: 'header',
            name,
            description:
              'An API key issued by the operator of this service. Without a key, the anonymous plan applies.',
          },
        ]),
      ),
    },
  };
}

/** The first keeps the plain name `apiKey`. */
const getScheme = (name: string, i: number): string => (i === 0 ? 'apiKey' : name);
/** Alternatives: a key in any one of the headers is enough. */
const keySecurity = ({ keyHeaders }: DocumentConfig) => keyHeaders.map((name, i) => ({ [getScheme(name, i)]: [] }));

function toOperation(endpoint: RegisteredEndpoint, config: DocumentConfig, examples: Examples) {
  const { id, operationId = id, tag, summary, description, weight, readUnits, deprecated, access } = endpoint;
  const { params, query, requestHeaders, body } = endpoint;
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description ? { description } : {}),
    ...(deprecated ? { deprecated } : {}),
    ...(access === 'open' ? { security: [] } : access === 'key' ? { security: keySecurity(config) } : {}),
    'x-compute-units': weight,
    ...(readUnits > 0 ? { 'x-read-units': readUnits } : {}),
    parameters: [
      ...parameters(params, 'path'),
      ...parameters(query, 'query'),
      ...(requestHeaders ? parameters(requestHeaders, 'header') : []),
    ],
    ...(body ? { requestBody: { required: true, content: json(body) } } : {}),
    responses: { [endpoint.success ?? 200]: getSuccess(endpoint, examples), ...errorResponses(endpoint) },
  };
}

function getSuccess(endpoint: RegisteredEndpoint, examples: Examples) {
  const { success, response, contentType, query } = endpoint;
  const example = examples[endpoint.aliasOf ?? endpoint.id];
  const type = typeof contentType === 'string' ? (contentType.split(';')[0] ?? '') : 'text/*';
  return {
    description: success === 201 ? 'Created' : 'OK',
    content: contentType ? { [type]: { schema: { type: 'string' } } } : json(response, example),
    ...('pageToken' in query.shape ? { links: { nextPage: getNextPage(endpoint) } } : {}),
  };
}

function getNextPage({ id, operationId = id, params, query }: EndpointSpec) {
  const same = (place: 'path' | 'query', shape: object) =>
    Object.keys(shape).map((name) => [`${place}.${name}`, `$request.${place}.${name}`]);
  return {
    operationId,
    description: 'The next page, if any: the same parameters with the `nextPageToken` of this page.',
    parameters: {
      ...Object.fromEntries([...same('path', params.shape), ...same('query', query.shape)]),
      'query.pageToken': '$response.body#/nextPageToken',
    },
  };
}

const json = (schema: z.ZodType, example?: unknown) => ({
  'application/json': { schema: reference(schema), ...(example === undefined ? {} : { example }) },
});
