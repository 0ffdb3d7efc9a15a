/** An error that a service answers with; `name` as documented for its API. */
export class AwsError extends Error {
  constructor(
    override readonly name: string,
    message: string,
    readonly statusCode: number,
    /** Of a cancelled transaction of DynamoDB: why, for each of its changes. */
    readonly CancellationReasons?: readonly { readonly Code?: string }[],
  ) {
    super(message);
  }
}

/** The error of an answer that is not 200. `type`: what its header `x-amzn-errortype` says, if it has one. */
export function errorOf(service: string, status: number, text: string, type: string): AwsError {
  const { __type, code, message, Message, CancellationReasons } = parsed(text);
  return new AwsError(
    // As `com.amazonaws.sqs#QueueDoesNotExist`, or with an address behind a colon.
    String(__type ?? code ?? (type || 'UnknownError'))
      .replace(/[:,].*$/, '')
      .replace(/^.*#/, ''),
    String(message ?? Message ?? `${service} answered ${status}`),
    status,
    CancellationReasons as AwsError['CancellationReasons'],
  );
}

function parsed(text: string): Record<string, unknown> {
  try {
    return (JSON.parse(text) ?? {}) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** Names of the errors by which AWS asks for fewer requests. */
const THROTTLING = /Throttl|ProvisionedThroughputExceeded|RequestLimitExceeded|TooManyRequests/;

/** Whether a request failed because there were too many. */
export const isThrottled = (error: unknown): boolean => error instanceof Error && THROTTLING.test(error.name);

/** Whether the same request may succeed: after throttling, an error of the service, or none of its answers at all. */
export const mayPass = (error: unknown): boolean =>
  !(error instanceof AwsError) ||
  isThrottled(error) ||
  error.statusCode >= 500 ||
  error.statusCode === 429 ||
  error.name === 'TransactionInProgressException';
