import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';

export interface GuardedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

export type Guard = ReturnType<typeof createGuard>;

export const REFUSAL =
  "Use the token of the data folder's ready.json: as the access key id and secret of an AWS client, or as a bearer token.";

/** Like AWS, without reading the body. */
export function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0', connection: 'close' });
  response.end(JSON.stringify({ __type: 'UnrecognizedClientException', message: REFUSAL }));
}

/**
 * Loopback is not enough, as web pages and other local users can reach it: a request needs the token and no origin.
 * With `presigned`, anyone may use S3 URLs signed with the token: each grants access to one object only.
 */
export function createGuard(token: string, { presigned = false } = {}) {
  const isToken = (text = ''): boolean => {
    const [bytes, own] = [Buffer.from(text), Buffer.from(token)];
    return bytes.length === own.length && timingSafeEqual(bytes, own);
  };

  return async ({ method, url, headers }: GuardedRequest): Promise<boolean> => {
    const [, accessKeyId, bearer] =
      /^(?:AWS4-HMAC-SHA256 Credential=([^/]+)\/|Bearer (.+)$)/.exec(headers.authorization ?? '') ?? [];
    if (headers.origin === undefined && isToken(accessKeyId ?? bearer)) return true;
    if (!presigned || !url.includes('X-Amz-Signature=')) return false;
    try {
      // Loaded lazily, at the first export download.
      const { isSignedBy } = await import('./presigned');
      return await isSignedBy(token, method, new URL(url, `http://${headers.host}`));
    } catch {
      return false; // not a URL, or not one that S3 would sign
    }
  };
}
