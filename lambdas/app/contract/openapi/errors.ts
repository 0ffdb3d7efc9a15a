import * as z from 'zod';
import { type ErrorStatus, errorBody, STATUS } from '../../../core/contract/errors';
import { reference } from './schemas';

/** For each status: when it is given, and a message that it may have. */
const WHEN: Record<ErrorStatus, { readonly description: string; readonly message: string }> = {
  400: {
    description:
      'The request is refused: a parameter or the body is not as documented, or is given twice; a page token belongs to another query; or answering would read more than the request may. The message names what is wrong.',
    message: 'pageSize: must be a whole number from 1 to 100',
  },
  401: {
    description: 'The API key is unknown or revoked, or there is none where one is needed.',
    message: 'this endpoint needs an API key',
  },
  403: {
    description: 'The plan of the API key does not allow it.',
    message: 'the plan free allows 5 active webhooks: turn one off, or ask for a larger plan',
  },
  404: {
    description:
      'There is nothing at this path: not a path of this API, not a chain of this service, not indexed, or not of this owner.',
    message: 'chain 1 was not found',
  },
  429: {
    description: 'Too many requests, for the rate of the plan or for its day. Retry-After says how long to wait.',
    message: 'too many requests for this plan; slow down',
  },
  500: {
    description: 'The service failed. Nothing is wrong with the request.',
    message: 'the service could not answer; the failure is logged',
  },
  502: {
    description: "The chain's node answered, and not as it should.",
    message: 'the node of chain 43114 answers eth_getBalance with no quantity',
  },
  503: {
    description:
      "Not available now: the chain's node does not answer or keeps no state of that block, or the service is too busy. Retry later.",
    message: 'the node of chain 43114 keeps no state of block 339',
  },
};

/** What every 429 has: those of API Gateway, which limits callers, and those of endpoints with a limit of their own. */
const RETRY_AFTER = {
  'Retry-After': {
    description: 'Seconds to wait before the next request.',
    required: true,
    schema: { type: 'integer', examples: [1] },
  },
};

const statuses = Object.keys(STATUS).map(Number) as ErrorStatus[];
/** The name of an error's component: `NotFound`. */
const getName = (status: ErrorStatus) => STATUS[status].replaceAll(' ', '');

/** The body of each error. */
const BODIES = statuses.map((status) => {
  const { description, message } = WHEN[status];
  const schema = z
    .object({
      message: z.string().meta({ description: 'What is wrong, for people.', example: message }),
      statusCode: z.literal(status).meta({ description: 'The HTTP status.' }),
      error: z.literal(STATUS[status]).meta({ description: 'Its reason phrase (RFC 9110).' }),
    })
    .meta({ id: getName(status), description });
  return { status, schema };
});
/** The component of each error answer. */
export const errorComponents = Object.fromEntries(
  BODIES.map(({ status, schema }) => {
    const { description, message } = WHEN[status];
    const body = { schema: reference(schema), example: errorBody(status, message) };
    const headers = status === 429 ? { headers: RETRY_AFTER } : {};
    return [getName(status), { description, ...headers, content: { 'application/json': body } }];
  }),
);

/** The error answers of an operation: any endpoint can give each. */
export const errorResponses = Object.fromEntries(
  statuses.map((status) => [status, { $ref: `#/components/responses/${getName(status)}` }]),
);
