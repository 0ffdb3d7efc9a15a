import * as z from 'zod';
import type { EndpointSpec } from './endpoint';
import { type ErrorStatus, STATUS } from './errors';
import { AddressActivityMessage } from './schemas/address-activity-message';
import { ADDRESS_ACTIVITY, type EventType } from './schemas/event-types';

const Problem = z
  .object({ message: z.string(), statusCode: z.int(), error: z.enum(Object.values(STATUS) as [string, ...string[]]) })
  .meta({ id: 'Error' });

/** What every 429 has: those of API Gateway, which limits callers, and those of endpoints with a limit of their own. */
const RETRY_AFTER = {
  'Retry-After': {
    description: 'Seconds to wait before the next request.',
    required: true,
    schema: { type: 'integer' },
  },
};

interface Sent {
  readonly operationId: string;
  readonly summary: string;
  readonly body: z.ZodType;
}
/** The messages that webhooks send, by event type. */
const SENT: Record<EventType, Sent> = {
  [ADDRESS_ACTIVITY]: {
    operationId: 'sendAddressActivityWebhook',
    summary: 'A watched address was active, or is found not to have been',
    body: AddressActivityMessage,
  },
};

/**
 * The public document: OpenAPI 3.1, generated from the registry alone. `npm run docs` writes it, a test keeps it up to
 * date.
 */
export function openapi(endpoints: readonly EndpointSpec[]) {
  const { schemas } = z.toJSONSchema(z.globalRegistry, { uri: (id) => `#/components/schemas/${id}`, io: 'output' });
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] ??= {};
    Object.assign(paths[endpoint.path] ?? {}, { [endpoint.method.toLowerCase()]: operation(endpoint) });
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Chain Data Service',
      version: '1.0.0',
      description:
        'Indexed data of EVM chains. Send the API key in x-service-api-key; without one, the anonymous plan applies. Every error has the body {message, statusCode, error}. Lists give nextPageToken while there is more: send it back as pageToken with the same parameters. Times are Unix seconds, amounts decimal text in the smallest unit.',
    },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }, {}],
    tags: [...new Set(endpoints.map((e) => e.tag))].map((name) => ({ name })),
    paths,
    webhooks: Object.fromEntries(Object.entries(SENT).map(([eventType, sent]) => [eventType, webhookOperation(sent)])),
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, plain(schema)])),
      securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'x-service-api-key' } },
    },
  };
}

/** A webhook's request, as an operation that receivers implement. */
function webhookOperation({ operationId, summary, body }: Sent) {
  const header = (name: string, description: string, required: boolean) => ({
    name,
    in: 'header',
    required,
    description,
    schema: { type: 'string' },
  });
  return {
    post: {
      operationId,
      summary,
      parameters: [
        header(
          'x-signature',
          'Base64 of HMAC-SHA256 of the body, with the bytes of the webhook’s own secret, or of the owner’s where it has none.',
          true,
        ),
        header('x-signature-previous', 'The same with the secret before, for 24 hours after a rotation.', false),
        header('webhook-id', 'The messageId (Standard Webhooks).', true),
        header('webhook-timestamp', 'When it was sent, Unix seconds (Standard Webhooks).', true),
        header('webhook-signature', 'One or more signatures, separated by spaces (Standard Webhooks).', true),
      ],
      requestBody: { required: true, content: json(body) },
      responses: { 200: { description: 'Any 2xx within ten seconds is a delivery.' } },
    },
  };
}

function operation(endpoint: EndpointSpec) {
  const { id, tag, summary, description, weight, deprecated, access, contentType, params, query, body } = endpoint;
  const { response, success } = endpoint;
  const statuses = Object.keys(STATUS).map(Number) as ErrorStatus[];
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description ? { description } : {}),
    ...(deprecated ? { deprecated } : {}),
    ...(access === 'open' ? { security: [] } : access === 'key' ? { security: [{ apiKey: [] }] } : {}),
    'x-compute-units': weight,
    parameters: [...parameters(params, 'path'), ...parameters(query, 'query')],
    ...(body ? { requestBody: { required: true, content: json(body, 'input') } } : {}),
    responses: {
      [success ?? 200]: {
        description: success === 201 ? 'Created' : 'OK',
        content: contentType ? { 'text/*': { schema: { type: 'string' } } } : json(response),
      },
      ...Object.fromEntries(
        statuses.map((status) => [
          status,
          { description: STATUS[status], ...(status === 429 ? { headers: RETRY_AFTER } : {}), content: json(Problem) },
        ]),
      ),
    },
  };
}

const json = (schema: z.ZodType, io: 'input' | 'output' = 'output') => ({
  'application/json': { schema: reference(schema, io) },
});

function reference(schema: z.ZodType, io: 'input' | 'output'): unknown {
  const id = z.globalRegistry.get(schema)?.id;
  return id ? { $ref: `#/components/schemas/${id}` } : plain(z.toJSONSchema(schema, { io }));
}

function parameters(shape: z.ZodObject, place: 'path' | 'query') {
  return Object.entries(shape.shape).map(([name, schema]) => {
    const {
      description,
      example,
      default: fallback,
      ...rest
    } = plain(z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' }));
    const required = place === 'path' || !(schema as z.ZodType).safeParse(undefined).success;
    // A default is the parameter's value after parsing: a number if the text is one.
    const value = fallback === undefined ? {} : { default: fallback };
    return {
      name,
      in: place,
      required,
      ...(description ? { description } : {}),
      ...(example ? { example } : {}),
      schema: { ...rest, ...value },
    };
  });
}

/** Removes the keywords of a standalone schema document. */
function plain({ $schema: _schema, $id: _id, id: _name, ...schema }: Record<string, unknown>): Record<string, unknown> {
  return schema;
}
