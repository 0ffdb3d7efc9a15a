import { createHash } from 'node:crypto';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { CACHE_CONTROL, COMMON_HEADERS } from '../contract/answer-headers';
import type { RuntimeConfig } from '../contract/config';
import type { EndpointSpec, Headers } from '../contract/endpoint';
import { type ApiError, errorBody } from '../contract/errors';
import { ANONYMOUS, type Caller } from '../contract/key-text';

const MAX_NAMES_LENGTH = 1_000;

export function getCacheControl({ access, method }: Pick<EndpointSpec, 'access' | 'method'>, isFinal: boolean): string {
  if (access === 'key' || method !== 'GET') return CACHE_CONTROL.never;
  return isFinal ? CACHE_CONTROL.final : CACHE_CONTROL.changing;
}

/** Never cached: a missing item may be indexed a moment later. */
export const errorAnswer = ({ statusCode, message, retryAfterSeconds, allow }: ApiError): APIGatewayProxyResult => ({
  statusCode,
  headers: {
    ...COMMON_HEADERS,
    'cache-control': CACHE_CONTROL.never,
    'content-type': 'application/json',
    ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
    ...(allow === undefined ? {} : { allow }),
  },
  body: JSON.stringify(errorBody(statusCode, message)),
});

/** Weak (RFC 9110), as API Gateway may compress the body. */
export function withETag(
  { httpMethod, headers: requested }: Pick<APIGatewayProxyEvent, 'httpMethod' | 'headers'>,
  answer: APIGatewayProxyResult,
): APIGatewayProxyResult {
  if (answer.statusCode !== 200 || answer.headers?.['cache-control'] === CACHE_CONTROL.never) return answer;
  const etag = `W/"${createHash('sha256').update(answer.body).digest('base64url').slice(0, 22)}"`;
  const headers = { ...answer.headers, etag };
  const known = (requested?.['if-none-match'] ?? '').split(',').map((one) => one.trim());
  const isRead = httpMethod === 'GET' || httpMethod === 'HEAD';
  if (isRead && (known.includes('*') || known.some((one) => one !== '' && one.replace(/^W\//, '') === etag.slice(2))))
    return { statusCode: 304, headers, body: '' };
  return { ...answer, headers };
}

/** draft-ietf-httpapi-ratelimit-headers. No `RateLimit` header: only API Gateway knows the remaining quota. */
export function getRatePolicy({ limits }: Pick<RuntimeConfig, 'limits'>, { plan }: Caller): Headers {
  if (plan === ANONYMOUS.plan) return {};
  const { rate, quotaPerDay } = limits[plan];
  // The rate may be fractional, but the header takes integers.
  const [quota, seconds] = rate >= 1 ? [Math.floor(rate), 1] : [1, Math.ceil(1 / rate)];
  return { 'ratelimit-policy': `"rate";q=${quota};w=${seconds}, "day";q=${quotaPerDay};w=86400` };
}

export function headersOfRequest({ requestContext }: APIGatewayProxyEvent, ignored: readonly string[]): Headers {
  const names = ignored.map((name) => encodeURIComponent(name.toWellFormed())).join(',');
  return {
    ...(requestContext?.requestId ? { 'x-request-id': requestContext.requestId } : {}),
    ...(names === '' ? {} : { 'x-ignored-parameters': names.slice(0, MAX_NAMES_LENGTH) }),
  };
}
