/** An error with the status and body of a DynamoDB error response; dynalite throws the same shape. */
export interface ApiError extends Error {
  readonly statusCode: number;
  readonly body: Record<string, unknown>;
}

/** Creates an ApiError (HTTP 400) with a type such as `ResourceNotFoundException`. */
export function apiError(type: string, message: string, extra: Record<string, unknown> = {}): ApiError {
  const body = { __type: `com.amazonaws.dynamodb.v20120810#${type}`, message, ...extra };
  return Object.assign(new Error(message), { statusCode: 400, body });
}

/** Whether an error is an API error response, rather than a bug. */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && 'statusCode' in error && 'body' in error;
}

/** Whether an error is an API error of the given type. */
export function hasType(error: unknown, type: string): error is ApiError {
  return isApiError(error) && String(error.body.__type).endsWith(`#${type}`);
}
