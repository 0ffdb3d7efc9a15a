import type * as z from 'zod';
import { schemasIn } from '../../../core/contract/contract-version';
import type { EndpointSpec } from '../../../core/contract/endpoint';
import { TAGS } from '../../../core/contract/tags';
import { errorComponents, errorResponses } from './errors';
import { type DocumentConfig, introduction } from './introduction';
import { componentSchemas, parameters, reference } from './schemas';
import { webhookOperations } from './webhooks';

/**
 * The public document: OpenAPI 3.1, generated from the registry, with the plans and limits of a deployment. `npm run docs`
 * writes it with the default ones, and a test keeps it up to date.
 */
export function openapi(endpoints: readonly EndpointSpec[], config: DocumentConfig) {
  const operations = endpoints.map((endpoint) => ({ endpoint, operation: toOperation(endpoint, config) }));
  const paths: Record<string, Record<string, ReturnType<typeof toOperation>>> = {};
  for (const { endpoint, operation } of operations)
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation };
  const requests = operations.map(({ operation: { parameters, requestBody } }) => [parameters, requestBody]);
  const answers = [operations.map(({ operation }) => operation.responses), errorComponents, webhookOperations];
  return {
    openapi: '3.1.0',
    info: {
      title: 'Chain Data Service',
      version: '1.0.0',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description: introduction(config),
    },
    // The document is at /v1/openapi.json, behind a stage's name or a domain: the API begins one level above.
    servers: [{ url: '..', description: 'The service that this document came from.' }],
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
            description: 'A key from the operator of this service. Without one, the anonymous plan applies.',
          },
        ]),
      ),
    },
  };
}

/** The name of the security scheme of a header that may carry a key. */
const getScheme = (name: string, i: number): string => (i === 0 ? 'apiKey' : name);
/** A key in any of the headers. */
const keySecurity = ({ keyHeaders }: DocumentConfig) => keyHeaders.map((name, i) => ({ [getScheme(name, i)]: [] }));

function toOperation(endpoint: EndpointSpec, config: DocumentConfig) {
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
    responses: { [endpoint.success ?? 200]: getSuccess(endpoint), ...errorResponses },
  };
}

function getSuccess(endpoint: EndpointSpec) {
  const { success, response, contentType, query } = endpoint;
  const type = typeof contentType === 'string' ? (contentType.split(';')[0] ?? '') : 'text/*';
  return {
    description: success === 201 ? 'Created' : 'OK',
    content: contentType ? { [type]: { schema: { type: 'string' } } } : json(response),
    ...('pageToken' in query.shape ? { links: { nextPage: getNextPage(endpoint) } } : {}),
  };
}

/** How the next page of a list is asked for: with the same parameters. */
function getNextPage({ id, params, query }: EndpointSpec) {
  const same = (place: 'path' | 'query', shape: object) =>
    Object.keys(shape).map((name) => [`${place}.${name}`, `$request.${place}.${name}`]);
  return {
    operationId: id,
    description: 'The next page, while there is one: the same parameters, and the token of this page.',
    parameters: {
      ...Object.fromEntries([...same('path', params.shape), ...same('query', query.shape)]),
      'query.pageToken': '$response.body#/nextPageToken',
    },
  };
}

const json = (schema: z.ZodType) => ({ 'application/json': { schema: reference(schema) } });
