import * as z from 'zod';
import type { EndpointSpec } from '../contract/endpoint';
import { ApiError } from '../contract/errors';
import { howToReadLess } from '../contract/read-units';
import { NodeDown, NodeRefused } from '../node/errors';
import { ReadBudgetExceeded } from '../table/read-budget';
import { TableConflict } from '../table/table-conflict';

/** The body parser's 415 and 422 are 400 in our contract. */
const BodyParserError = z.object({
  statusCode: z.union([z.literal(415), z.literal(422)]),
  cause: z.object({
    package: z.literal('@middy/http-json-body-parser'),
    data: z.unknown(),
    message: z.string().optional(),
  }),
});
function getBodyMessage({ statusCode, cause }: z.infer<typeof BodyParserError>): string {
  if (statusCode === 415) return 'content-type: must be application/json';
  // The parser sets a message for invalid JSON, but only the key for one that could change a prototype.
  if (cause.message === undefined) return `the body: key ${String(cause.data)} is not allowed`;
  return 'the body must be JSON: send it with content-type: application/json';
}

/** Only messages of an `ApiError` or of a node's failure reach the caller. */
export function toApiError(error: unknown, spec: EndpointSpec): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof ReadBudgetExceeded)
    return new ApiError(
      400,
      `the request would use more than ${error.limit} read units of the table: ${howToReadLess(spec, error.limit)}`,
    );
  if (error instanceof NodeDown) return new ApiError(503, error.message, { cause: error });
  if (error instanceof NodeRefused) return new ApiError(502, error.message, { cause: error });
  if (error instanceof TableConflict)
    return new ApiError(503, 'the resource is being modified by other requests; try again', { cause: error });
  const refused = BodyParserError.safeParse(error).data;
  if (refused) return new ApiError(400, getBodyMessage(refused));
  return new ApiError(500, 'the service could not answer; the failure is logged', { cause: error });
}
