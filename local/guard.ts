import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';

/** The part of a request that the guard checks. */
export interface GuardedRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

export type Guard = ReturnType<typeof createGuard>;

export const REFUSAL =
  "Use the token of the data folder's ready.json: as the access key id and secret of an AWS client, or as a bearer token.";

/** Rejects a request like AWS, without reading its body. */
export function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0', connection: 'close' });
  response.end(JSON.stringify({ __type: 'UnrecognizedClientException', message: REFUSAL }));
}

/**
 * Protects the control and AWS endpoints. Listening on loopback is not enough, as web pages and other local users can
 * reach it. A request needs the runner's token and must not come from a page: browsers have no reason to call these
 * endpoints. With `presigned`, S3 URLs signed with the token are served to anyone, pages included: each grants access
 * to one object only.
 */
export function createGuard(token: string, { presigned = false } = {}) {
  const isToken = (text = ''): boolean => {
    const [bytes, own] = [Buffer.from(text), Buffer.from(token)];
    return bytes.length === own.length && timingSafeEqual(bytes, own);
  };

  /** Whether to serve the request. */
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
