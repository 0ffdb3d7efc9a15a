import * as z from 'zod';
import type { EndpointSpec } from '../../../core/contract/endpoint';
import { type ErrorStatus, errorBody, STATUS } from '../../../core/contract/errors';
import { reference } from './schemas';

const WHEN: Record<ErrorStatus, { readonly description: string; readonly message: string }> = {
  400: {
    description:
      'Invalid request: a parameter or the body does not match the documentation or is given twice, a page token belongs to another query, or answering would exceed the read limit. The message names the problem.',
    message: 'pageSize: must be a whole number from 1 to 100',
  },
  401: {
    description: 'The API key is unknown or revoked, or is missing where one is required.',
    message: 'this endpoint needs an API key',
  },
  403: {
    description: 'Not allowed by the plan of the API key.',
    message: 'the plan free allows 5 active webhooks: turn one off, or ask for a larger plan',
  },
  404: {
    description: 'Not found: the path, chain or resource does not exist, is not indexed, or belongs to another owner.',
    message: 'chain 1 was not found',
  },
  405: {
    description: 'Method not allowed: use the one in `Allow`.',
    message: 'GET is not supported; use POST',
  },
  410: {
    description: 'Gone: what the request refers to was deleted after its retention.',
    message: 'cursor: is older than 30 days, after which messages are deleted',
  },
  429: {
    description:
      'Too many requests: the rate or the daily quota of the plan, or a limit of this endpoint, is exceeded. Retry-After says how long to wait.',
    message: 'too many requests for this plan; slow down',
  },
  500: {
    description: 'Internal error. The request itself was not at fault.',
    message: 'the service could not answer; the failure is logged',
  },
  502: {
    description: "The chain's node returned an invalid response.",
    message: 'the node of chain 43114 answers eth_getBalance with no quantity',
  },
  503: {
    description:
      "Unavailable: the chain's node is down or has no state for that block, or the service is overloaded. Retry later.",
    message: 'the node of chain 43114 keeps no state of block 339',
  },
};

/** Sent with every 429: by API Gateway's throttling and by endpoints with limits of their own. */
const RETRY_AFTER = {
  'Retry-After': {
    description: 'Seconds to wait before the next request.',
    required: true,
    schema: { type: 'integer', examples: [1] },
  },
};

/** Sent with every 405, as HTTP requires. */
const ALLOW = {
  Allow: { description: 'The method to use.', required: true, schema: { type: 'string', examples: ['POST'] } },
};

const statuses = Object.keys(STATUS).map(Number) as ErrorStatus[];
const HEADERS: { readonly [status in ErrorStatus]?: object } = {
  405: { headers: ALLOW },
  429: { headers: RETRY_AFTER },
};
const getName = (status: ErrorStatus) => STATUS[status].replaceAll(' ', '');

const BODIES = statuses.map((status) => {
  const { description, message } = WHEN[status];
  const schema = z
    .object({
      message: z.string().meta({ description: 'Human-readable explanation.', example: message }),
      statusCode: z.literal(status).meta({ description: 'The HTTP status.' }),
      error: z.literal(STATUS[status]).meta({ description: 'HTTP reason phrase (RFC 9110).' }),
    })
    .meta({ id: getName(status), description });
  return { status, schema };
});
export const errorComponents = Object.fromEntries(
  BODIES.map(({ status, schema }) => {
    const { description, message } = WHEN[status];
    const body = { schema: reference(schema), example: errorBody(status, message) };
    return [getName(status), { description, ...HEADERS[status], content: { 'application/json': body } }];
  }),
);

export const errorResponses = ({
  expires,
  rejectsOtherMethods,
}: Pick<EndpointSpec, 'expires' | 'rejectsOtherMethods'>) =>
  Object.fromEntries(
    statuses
      .filter((status) => (status !== 410 || expires) && (status !== 405 || rejectsOtherMethods))
      .map((status) => [status, { $ref: `#/components/responses/${getName(status)}` }]),
  );
