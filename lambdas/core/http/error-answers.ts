import * as z from 'zod';
import type { EndpointSpec } from '../contract/endpoint';
import { ApiError } from '../contract/errors';
import { howToReadLess } from '../contract/read-units';
import { NodeDown, NodeRefused } from '../node/errors';
import { ReadBudgetExceeded } from '../table/read-budget';
import { TableConflict } from '../table/table-conflict';

/** The errors of the body parser: its 415 and 422 are 400 in our contract. */
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
  // For invalid JSON it gives a reason; for a key that could change a prototype, only the key.
  if (cause.message === undefined) return `the body: the key ${String(cause.data)} is not allowed`;
  return 'the body must be JSON: send it with content-type: application/json';
}

/** The answer to any error: only messages of an `ApiError` or of a node's failure are shown. */
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
    return new ApiError(503, 'other requests are changing the same: try again', { cause: error });
  const refused = BodyParserError.safeParse(error).data;
  if (refused) return new ApiError(400, getBodyMessage(refused));
  return new ApiError(500, 'the service could not answer; the failure is logged', { cause: error });
}

/** For the log alone: the cause never leaves the service. */
export const getDetail = ({ cause, message }: ApiError): string =>
  cause === undefined ? message : ((cause as Partial<Error> | null)?.stack ?? String(cause));
