import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { GatewayResponses } from './definition';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string | Buffer;
}

/** API Gateway's defaults for types not defined in the template. */
const builtIn = {
  ACCESS_DENIED: [403, 'User is not authorized to access this resource'],
  AUTHORIZER_CONFIGURATION_ERROR: [500, 'Internal server error'],
  AUTHORIZER_FAILURE: [500, 'Internal server error'],
  BAD_REQUEST_PARAMETERS: [400, 'Bad request parameters'],
  INTEGRATION_FAILURE: [502, 'Internal server error'],
  INTEGRATION_TIMEOUT: [504, 'Endpoint request timed out'],
  INVALID_API_KEY: [403, 'Forbidden'],
  MISSING_AUTHENTICATION_TOKEN: [403, 'Missing Authentication Token'],
  QUOTA_EXCEEDED: [429, 'Limit Exceeded'],
  REQUEST_TOO_LARGE: [413, 'Request Too Long'],
  THROTTLED: [429, 'Too Many Requests'],
  UNAUTHORIZED: [401, 'Unauthorized'],
} as const;

export type ResponseType = keyof typeof builtIn;

export function gatewayAnswer(responses: GatewayResponses, type: ResponseType, requestId: string): Answer {
  const [status, message] = builtIn[type];
  const declared = responses[type] ?? responses[status < 500 ? 'DEFAULT_4XX' : 'DEFAULT_5XX'];
  const template = declared?.responseTemplates?.['application/json'] ?? '{"message":$context.error.messageString}';
  const variables: Record<string, string> = {
    'error.messageString': JSON.stringify(message),
    'error.message': message,
    'error.responseType': type,
    requestId,
  };
  return {
    status: declared?.statusCode ?? status,
    headers: { 'content-type': 'application/json', ...getHeaders(declared?.responseParameters ?? {}, requestId) },
    body: template.replace(/\$context\.([\w.]*\w)/g, (whole, name: string) => variables[name] ?? whole),
  };
}

/** From parameter mappings: `gatewayresponse.header.Retry-After` or `method.response.header.…`. */
export const getHeaders = (parameters: Readonly<Record<string, string>>, requestId: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name.replace(/^(gatewayresponse|method\.response)\.header\./, '').toLowerCase(),
      value === 'context.requestId' ? requestId : value.slice(1, -1),
    ]),
  );

const MAX_RESPONSE_BYTES = 6 * 1024 * 1024;

/** Undefined if API Gateway would reject the result. `decodes`: the caller accepts a binary media type of the API. */
export function functionAnswer(result: unknown, decodes: boolean): Answer | undefined {
  if (typeof result !== 'object' || result === null) return undefined;
  const { statusCode, headers, multiValueHeaders, body, isBase64Encoded } = result as Record<string, unknown>;
  const status = Number(statusCode);
  if (!Number.isInteger(status) || status < 100 || status > 599) return undefined;
  if (body !== undefined && body !== null && typeof body !== 'string') return undefined;
  if (Buffer.byteLength(body ?? '') > MAX_RESPONSE_BYTES) return undefined;
  const merged: Record<string, string | string[]> = { 'content-type': 'application/json' };
  for (const [name, value] of Object.entries(headers ?? {})) merged[name.toLowerCase()] = String(value);
  for (const [name, values] of Object.entries(multiValueHeaders ?? {})) merged[name.toLowerCase()] = values.map(String);
  const decoded = isBase64Encoded === true && decodes;
  return { status, headers: merged, body: decoded ? Buffer.from(body ?? '', 'base64') : (body ?? '') };
}

const gzipped = promisify(gzip);

/** Like API Gateway: from `minimum` bytes on, if the caller accepts gzip. */
export async function compressed(
  answer: Answer,
  acceptEncoding: unknown,
  minimum: number | undefined,
): Promise<Answer> {
  const accepted = String(acceptEncoding ?? '').split(/\s*,\s*/);
  if (
    minimum === undefined ||
    Buffer.byteLength(answer.body) < minimum ||
    !accepted.some((one) => /^gzip(;|$)/.test(one))
  )
    return answer;
  return { ...answer, headers: { ...answer.headers, 'content-encoding': 'gzip' }, body: await gzipped(answer.body) };
}

/** `header`: `content-type` or `accept`. */
export function isBinary(header: string | undefined, binaryMediaTypes: readonly string[]): boolean {
  const type = (header ?? '').split(/[,;]/)[0]?.trim().toLowerCase() ?? '';
  return binaryMediaTypes.some((binary) => binary === '*/*' || (type !== '' && binary.toLowerCase() === type));
}
