import { CACHE_CONTROL, EXPOSED_HEADERS } from '../../lambdas/core/contract/answer-headers';
import { type ErrorStatus, errorBody } from '../../lambdas/core/contract/errors';
import { CODE, rpcErrorBody } from '../../lambdas/pchain/contract/rpc-errors';

interface GatewayResponse {
  readonly status: ErrorStatus;
  /** `{keyHeaders}` is replaced by the configured key headers. */
  readonly message: string;
  readonly retryAfterSeconds?: number;
}

/** Every response type of API Gateway (checked by a law test), so that all errors share our error shape. */
const RESPONSES: Record<string, GatewayResponse> = {
  ACCESS_DENIED: { status: 403, message: 'this API key may not call this endpoint' },
  API_CONFIGURATION_ERROR: { status: 500, message: 'the service is misconfigured' },
  AUTHORIZER_CONFIGURATION_ERROR: { status: 500, message: 'the service could not check the key' },
  AUTHORIZER_FAILURE: { status: 500, message: 'the service could not check the key' },
  BAD_REQUEST_BODY: { status: 400, message: 'invalid request body' },
  BAD_REQUEST_PARAMETERS: { status: 400, message: 'invalid request parameters' },
  DEFAULT_4XX: { status: 400, message: 'invalid request' },
  DEFAULT_5XX: { status: 500, message: 'the service could not answer' },
  EXPIRED_TOKEN: { status: 403, message: 'the credentials have expired' },
  INTEGRATION_FAILURE: { status: 502, message: 'invalid response from the service' },
  INTEGRATION_TIMEOUT: { status: 503, message: 'the service did not answer in time; try again' },
  INVALID_API_KEY: { status: 401, message: '{keyHeaders}: unknown or revoked API key' },
  INVALID_SIGNATURE: { status: 403, message: 'the signature does not match' },
  MISSING_AUTHENTICATION_TOKEN: { status: 404, message: 'path or method not found' },
  QUOTA_EXCEEDED: { status: 429, message: 'the daily quota of this plan is exhausted', retryAfterSeconds: 3_600 },
  REQUEST_TOO_LARGE: { status: 400, message: 'body: must be at most 10 MB' },
  RESOURCE_NOT_FOUND: { status: 404, message: 'path not found' },
  THROTTLED: { status: 429, message: 'too many requests for this plan; slow down', retryAfterSeconds: 1 },
  UNAUTHORIZED: { status: 401, message: '{keyHeaders}: invalid API key' },
  UNSUPPORTED_MEDIA_TYPE: { status: 400, message: 'content-type: must be application/json' },
  WAF_FILTERED: { status: 429, message: 'too many requests from this address; slow down', retryAfterSeconds: 60 },
};

/** Throws for types without `Retry-After`. */
export function retryAfterSeconds(type: string): number {
  const seconds = RESPONSES[type]?.retryAfterSeconds;
  if (seconds === undefined) throw new Error(`${type} has no Retry-After`);
  return seconds;
}

const RPC_STATUS: Readonly<Record<string, number>> = { REQUEST_TOO_LARGE: 413, UNSUPPORTED_MEDIA_TYPE: 415 };

function toCode(status: ErrorStatus): number {
  if (status === 429) return CODE.limitExceeded;
  return status < 500 ? CODE.invalidRequest : CODE.internalError;
}

/** Of the errors that requests of the Etherscan dialect can get, as its clients know them. */
const ETHERSCAN: Readonly<Record<string, string>> = {
  AUTHORIZER_FAILURE: 'Error! The service could not check the key',
  INTEGRATION_FAILURE: 'Error! Invalid response from the service',
  INTEGRATION_TIMEOUT: 'Error! The service did not answer in time; try again',
  INVALID_API_KEY: 'Invalid API Key',
  QUOTA_EXCEEDED: 'Max daily rate limit reached',
  THROTTLED: 'Max calls per sec rate limit reached',
  WAF_FILTERED: 'Max calls per sec rate limit reached',
};

/** API Gateway has one body for all paths: where both dialects need it, it has the fields of both. */
function restBody(type: string, status: ErrorStatus, text: string) {
  const result = ETHERSCAN[type];
  return { ...errorBody(status, text), ...(result === undefined ? {} : { status: '0', result }) };
}

export type GatewayResponses = ReturnType<typeof gatewayResponses>;

export const gatewayResponses = (bodies: 'rest' | 'json-rpc', keyHeaders: readonly string[]) =>
  Object.fromEntries(
    Object.entries(RESPONSES).map(([type, { status, message, retryAfterSeconds }]) => {
      const text = message.replace('{keyHeaders}', keyHeaders.join(' or '));
      const body = bodies === 'rest' ? restBody(type, status, text) : rpcErrorBody(toCode(status), text);
      return [
        type,
        {
          statusCode: String((bodies === 'json-rpc' ? RPC_STATUS[type] : undefined) ?? status),
          responseParameters: {
            'gatewayresponse.header.Access-Control-Allow-Origin': "'*'",
            'gatewayresponse.header.Access-Control-Expose-Headers': `'${EXPOSED_HEADERS.join(',')}'`,
            'gatewayresponse.header.Cache-Control': `'${CACHE_CONTROL.never}'`,
            'gatewayresponse.header.x-request-id': 'context.requestId',
            ...(retryAfterSeconds ? { 'gatewayresponse.header.Retry-After': `'${retryAfterSeconds}'` } : {}),
          },
          responseTemplates: { 'application/json': JSON.stringify(body) },
        },
      ];
    }),
  );
