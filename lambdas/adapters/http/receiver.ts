import { Readable } from 'node:stream';
import { request } from 'undici';
import { MAX_ANSWER_BYTES, RECEIVER_TIMEOUT_SECONDS } from '../../contract/delivery';
import { decompressedBody } from './decompressed-body';
import { publicAgent, type SafeAgentOptions, SafeFetchError, withTimeout } from './safe-fetch';

/** A receiver's answer, or why there was none. */
export interface Received {
  /** HTTP status; absent if there was no answer. */
  readonly statusCode?: number;
  /** The first bytes of the answer. */
  readonly answer?: string;
  readonly retryAfter?: string;
  readonly error?: string;
  readonly latencyMs: number;
}

/** A request that fails within this time on a connection that the receiver has closed is repeated, ms. */
const MAX_STALE_MS = 1_000;
/** How a connection ends that was kept open: the receiver may have closed it before the request reached it. */
const CLOSED = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);
const CONTROL = /(?![\t\n\r])\p{Cc}/gu;

/** Posts to untrusted URLs: https only, public addresses only, redirects not followed. */
export function openReceivers(options: SafeAgentOptions, timeoutMs = RECEIVER_TIMEOUT_SECONDS * 1_000) {
  const agent = publicAgent({ ...options, timeoutMs });

  async function send(url: string, body: string, headers: Readonly<Record<string, string>>, signal: AbortSignal) {
    if (new URL(url).protocol !== 'https:' && options.allow !== 'loopback-too')
      throw new SafeFetchError('SCHEME', 'not an https URL');
    const answer = await request(new URL(url), { dispatcher: agent, method: 'POST', body, headers, signal });
    const retryAfter = answer.headers['retry-after'];
    return {
      statusCode: answer.statusCode,
      answer: textOf(await decompressed(await beginning(answer.body), answer.headers['content-encoding'])),
      ...(typeof retryAfter === 'string' ? { retryAfter } : {}),
    };
  }

  return {
    /**
     * Never throws: a failure is the receiver's, and is returned as `error`. A request that fails at once on a connection
     * that was closed is repeated once at once: receivers, and balancers before them, close connections that are idle.
     */
    async post(
      url: string,
      { body, headers }: { readonly body: string; readonly headers: Readonly<Record<string, string>> },
    ): Promise<Received> {
      const began = performance.now();
      const abort = new AbortController();
      const sent = send(url, body, headers, abort.signal).catch((error: unknown) => {
        const isStale = CLOSED.has((error as { code?: string }).code ?? '') && performance.now() - began < MAX_STALE_MS;
        if (!isStale) throw error;
        return send(url, body, headers, abort.signal);
      });
      const outcome = await withTimeout(sent, timeoutMs, `no answer in ${timeoutMs / 1_000} seconds`).catch(
        (error: unknown) => {
          abort.abort();
          return { error: reasonOf(error) };
        },
      );
      return { ...outcome, latencyMs: Math.round(performance.now() - began) };
    },
    close: (): Promise<void> => agent.destroy(),
  };
}
/** What `openReceivers` gives. */
export type Receivers = ReturnType<typeof openReceivers>;

/** Leaving the loop closes the connection, as an answer may be endless. */
async function beginning(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    parts.push(part);
    size += part.length;
    if (size >= MAX_ANSWER_BYTES) break;
  }
  return Buffer.concat(parts).subarray(0, MAX_ANSWER_BYTES);
}

/** The message has arrived, even if its answer cannot be decompressed: that is then shown as it came. */
const decompressed = (bytes: Buffer, encoding: string | string[] | undefined): Promise<Buffer> =>
  beginning(decompressedBody(Readable.from([bytes]), encoding)).catch(() => bytes);

/** A control character would take six characters in JSON. */
const textOf = (bytes: Buffer): string => bytes.toString('utf8').replaceAll(CONTROL, '\u{fffd}');

/** The reason, as shown to the webhook's owner: of other errors the code alone, as their messages name the address. */
function reasonOf(error: unknown): string {
  if (error instanceof SafeFetchError) return error.message;
  return (error as { code?: string }).code ?? 'no answer';
}
