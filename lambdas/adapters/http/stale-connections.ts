import { steadyClock } from '../clock';

/** How a request ends whose connection the other side has closed or forgotten; the last one is undici's. */
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
 * Sends a request again, at once, if its connection was stale. Lambda pauses a function between invocations: what it
 * kept open may be closed when it goes on, and neither a caller nor a limit on attempts should notice.
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
