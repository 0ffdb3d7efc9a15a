export const STATUS = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  410: 'Gone',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
} as const;
export type ErrorStatus = keyof typeof STATUS;

/** Also of errors that API Gateway itself returns. */
export const errorBody = (statusCode: ErrorStatus, message: string) => ({
  message,
  statusCode,
  error: STATUS[statusCode],
});

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly statusCode: ErrorStatus;
  /** Seconds. Set on every 429. */
  readonly retryAfterSeconds: number | undefined;
  /** The only method of the path. Set on every 405. */
  readonly allow: string | undefined;
  constructor(
    statusCode: ErrorStatus,
    message: string,
    options?: ErrorOptions & { readonly retryAfterSeconds?: number; readonly allow?: string },
  ) {
    super(message, options);
    this.statusCode = statusCode;
    this.retryAfterSeconds = options?.retryAfterSeconds;
    this.allow = options?.allow;
  }
}

export const badRequest = (name: string, message: string) => new ApiError(400, `${name}: ${message}`);
/** For something that may exist later: "transaction 0x… was not found". */
export const notFound = (what: string) => new ApiError(404, `${what} was not found`);
