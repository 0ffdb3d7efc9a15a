import { steadyClock } from '../runtime/clock';

/** Error codes of a request on a connection that the other side has closed; the last one is undici's. */
const CLOSED = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);
/** A request on a stale connection fails within this time, ms. */
const MAX_STALE_MS = 1_000;
/** Stale connections that one request may meet. */
const MAX_STALE = 2;

/** Whether a request failed because its connection was closed, and so soon that it may have been stale. */
export function wasStale(error: unknown, sinceMs: number): boolean {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  return CLOSED.has(code ?? cause?.code ?? '') && steadyClock() - sinceMs < MAX_STALE_MS;
}

/**
 * Resends a request at once if its connection was stale. Lambda freezes a function between invocations, and the other side
 * may close idle connections meanwhile. That should neither fail a call nor count as one of its attempts.
 */
export async function pastStaleConnections<T>(send: () => Promise<T>): Promise<T> {
  const began = steadyClock();
  for (let stale = 0; ; stale++) {
    try {
      return await send();
    } catch (error) {
      if (stale >= MAX_STALE || !wasStale(error, began)) throw error;
    }
  }
}
