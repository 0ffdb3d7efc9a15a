import { createHash } from 'node:crypto';

/** JSON as base64url: opaque to callers, but not signed. */
export const toToken = (parts: unknown): string => Buffer.from(JSON.stringify(parts)).toString('base64url');

/** undefined if it is not JSON. */
export function parseToken(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Short hash of a query or an id, so that a token is only valid for that one. */
export const tokenHash = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 11);
