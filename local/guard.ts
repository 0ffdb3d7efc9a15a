import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';

/** The part of a request that decides whether it is served. */
export interface GuardedRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

/** The result of `createGuard`. */
export type Guard = ReturnType<typeof createGuard>;

export const REFUSAL =
  "Use the token of the data folder's ready.json: as the access key id and secret of an AWS client, or as a bearer token.";

/** Answers a request that the guard does not allow, as AWS does, without reading its body. */
export function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0', connection: 'close' });
  response.end(JSON.stringify({ __type: 'UnrecognizedClientException', message: REFUSAL }));
}

/**
 * Protects the control endpoint and the AWS endpoints. Listening on the loopback address is not enough: web pages and
 * other users of the machine reach it too. A request needs the runner's token. With `presigned`, a URL of S3 that was
 * signed with the token is served too: whoever has one may read that object, and nothing else. Pages are refused in any case: no browser has a reason to call these endpoints.
 */
export function createGuard(token: string, { presigned = false } = {}) {
  const isToken = (text = ''): boolean => {
    const [given, own] = [Buffer.from(text), Buffer.from(token)];
    return given.length === own.length && timingSafeEqual(given, own);
  };

  /** Whether to serve the request. */
  return async ({ method, url, headers }: GuardedRequest): Promise<boolean> => {
    if (headers.origin !== undefined) return false;
    const [, accessKeyId, bearer] =
      /^(?:AWS4-HMAC-SHA256 Credential=([^/]+)\/|Bearer (.+)$)/.exec(headers.authorization ?? '') ?? [];
    if (isToken(accessKeyId ?? bearer)) return true;
    if (!presigned || !url.includes('X-Amz-Signature=')) return false;
    try {
      return await isSignedBy(token, method, new URL(url, `http://${headers.host}`));
    } catch {
      return false; // Not a URL, or none that S3 would sign.
    }
  };
}

/** The date of a signature, such as 20261126T030000Z. */
export function parseSigningDate(text: string): Date | undefined {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? [];
  return year === undefined ? undefined : new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/** Whether a presigned URL carries the signature that the secret gives. */
async function isSignedBy(secretAccessKey: string, method: string, url: URL): Promise<boolean> {
  const {
    'X-Amz-Signature': signature,
    'X-Amz-Credential': credential = '',
    ...query
  } = Object.fromEntries(url.searchParams);
  const [accessKeyId = '', , region = ''] = credential.split('/');
  const signingDate = parseSigningDate(query['X-Amz-Date'] ?? '');
  if (signingDate === undefined || signature === undefined) return false;
  // Loaded when the first export is downloaded.
  const [{ S3RequestPresigner }, { Sha256 }, { HttpRequest }] = await Promise.all([
    import('@aws-sdk/s3-request-presigner'),
    import('@smithy/core/checksum'),
    import('@smithy/core/protocols'),
  ]);
  const signer = new S3RequestPresigner({ region, credentials: { accessKeyId, secretAccessKey }, sha256: Sha256 });
  const own = Object.fromEntries(Object.entries(query).filter(([name]) => !name.startsWith('X-Amz-')));
  const request = new HttpRequest({
    method,
    protocol: url.protocol,
    hostname: url.hostname,
    port: Number(url.port),
    path: url.pathname,
    query: own,
    headers: { host: url.host },
  });
  const presigned = await signer.presign(request, { signingDate, expiresIn: Number(query['X-Amz-Expires']) });
  return presigned.query?.['X-Amz-Signature'] === signature;
}
