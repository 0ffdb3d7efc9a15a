import { steadyClock } from '../runtime/clock';

/** Error codes of a request on a connection that the peer has closed; the last one is undici's. */
const CLOSED = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);
/** A request on a stale connection fails within this time, ms. */
const MAX_STALE_MS = 1_000;
/** Stale connections that one request may hit. */
const MAX_STALE = 2;

/**
 * Whether a request failed because its connection was closed, early enough to have been stale. `sinceMs`: its start, by
 * the steady clock.
 */
export function wasStale(error: unknown, sinceMs: number): boolean {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  return CLOSED.has(code ?? cause?.code ?? '') && steadyClock() - sinceMs < MAX_STALE_MS;
}

/**
 * Resends a request at once if its connection was stale. Lambda freezes a function between invocations, and the peer
 * may close idle connections meanwhile: this should neither fail a call nor use up an attempt.
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
