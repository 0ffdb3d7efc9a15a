import { steadyClock } from '../runtime/clock';

/** Error codes on a connection closed by the peer; the last is undici's. */
const CLOSED = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);
/** A request on a stale connection fails within this time, ms. */
const MAX_STALE_MS = 1_000;
const MAX_STALE = 2;

/** `sinceMs`: start of the request by the steady clock. A later failure is not due to a stale connection. */
export function wasStale(error: unknown, sinceMs: number): boolean {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  return CLOSED.has(code ?? cause?.code ?? '') && steadyClock() - sinceMs < MAX_STALE_MS;
}

/** While Lambda freezes a function, peers may close its idle connections: that must not fail a call or use an attempt. */
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
