/** The statuses an answer can have, with their reason phrases (RFC 9110). */
export const STATUS = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
} as const;
/** A status that an error answer can have. */
export type ErrorStatus = keyof typeof STATUS;

/** Body of every error answer, gateway-made ones included. */
export const errorBody = (statusCode: ErrorStatus, message: string) => ({
  message,
  statusCode,
  error: STATUS[statusCode],
});

/** An error that is shown to the caller. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly statusCode: ErrorStatus;
  /** For how long the same request will fail: the answer's `Retry-After`. Every 429 has it. */
  readonly retryAfterSeconds: number | undefined;
  constructor(
    statusCode: ErrorStatus,
    message: string,
    options?: ErrorOptions & { readonly retryAfterSeconds?: number },
  ) {
    super(message, options);
    this.statusCode = statusCode;
    this.retryAfterSeconds = options?.retryAfterSeconds;
  }
}

/** 400. `name` is the parameter. */
export const badRequest = (name: string, message: string) => new ApiError(400, `${name}: ${message}`);
/** 404, for what may exist later: "Transaction 0x… was not found on chain 43114". */
export const notFound = (what: string) => new ApiError(404, `${what} was not found`);
