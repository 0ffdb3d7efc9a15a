import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';
import { decompressedBody } from '../../core/fetch/decompressed-body';
import { permittedAddresses, type SafeAgentOptions, SafeFetchError, withTimeout } from '../../core/fetch/safe-fetch';
import { wasStale } from '../../core/fetch/stale-connections';
import { steadyClock } from '../../core/runtime/clock';
import { ANSWER_BODY_SECONDS, MAX_ANSWER_BYTES, RECEIVER_TIMEOUT_SECONDS } from '../contract/delivery';

/** A receiver's answer, or why there was none. */
export interface Received {
  /** HTTP status; absent if there was no answer. */
  readonly statusCode?: number;
  /** The first bytes of the answer. */
  readonly answer?: string;
  readonly retryAfter?: string;
  readonly error?: string;
  /** Until the status, or the failure. */
  readonly latencyMs: number;
}

interface Message {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** An idle connection is closed after this time, ms. */
const IDLE_MS = 4_000;
const CONTROL = /(?![\t\n\r])\p{Cc}/gu;

/** Posts to untrusted URLs: https only, public addresses only, redirects not followed. */
export function createReceivers(options: SafeAgentOptions, timeoutMs = RECEIVER_TIMEOUT_SECONDS * 1_000) {
  const { lookup, refusal } = permittedAddresses(options);
  const kept = { keepAlive: true, timeout: IDLE_MS };
  const agents = { http: new HttpAgent(kept), https: new HttpsAgent(kept) };

  async function send(text: string, message: Message, signal: AbortSignal): Promise<IncomingMessage> {
    const url = new URL(text);
    const isHttps = url.protocol === 'https:';
    if (!isHttps && options.allow !== 'loopback-too') throw new SafeFetchError('SCHEME', 'not an https URL');
    const refused = refusal(url.hostname.replace(/[[\]]/g, ''));
    if (refused) throw refused;
    return exchange(url, message, signal, isHttps ? agents.https : agents.http);
  }

  /**
   * Resolves at the headers of the final answer. Node's own client, as undici takes `100 Continue` for a failure. A
   * request is repeated only if it failed at once on a reused connection, before any byte of an answer: receivers, and
   * balancers before them, close idle connections. The second goes over a new connection, and is the last.
   */
  function exchange(
    url: URL,
    message: Message,
    signal: AbortSignal,
    agent: HttpAgent | false,
  ): Promise<IncomingMessage> {
    const began = steadyClock();
    return new Promise((resolve, reject) => {
      let isAnswering = false;
      const headers = { ...message.headers, 'content-length': Buffer.byteLength(message.body) };
      const request = url.protocol === 'https:' ? requestHttps : requestHttp;
      const sent = request(url, { method: 'POST', headers, signal, agent, lookup });
      sent.on('socket', (socket) =>
        socket.once('data', () => {
          isAnswering = true;
        }),
      );
      sent.on('response', resolve);
      sent.on('error', (error: NodeJS.ErrnoException) => {
        if (sent.reusedSocket && !isAnswering && wasStale(error, began)) resolve(exchange(url, message, signal, false));
        else reject(error);
      });
      sent.end(message.body);
    });
  }

  return {
    /** Never throws: a failure is the receiver's, and is returned as `error`. The status decides, whatever the body does. */
    async post(url: string, message: Message): Promise<Received> {
      const began = performance.now();
      const latency = () => Math.round(performance.now() - began);
      const abort = new AbortController();
      try {
        const sent = send(url, message, abort.signal);
        const response = await withTimeout(sent, timeoutMs, `no answer in ${timeoutMs / 1_000} seconds`);
        const { statusCode = 0, headers } = response;
        const latencyMs = latency();
        const retryAfter = headers['retry-after'];
        // Within the timeout: the sender's lease lasts little longer.
        const body = await beginning(response, Math.min(ANSWER_BODY_SECONDS * 1_000, timeoutMs - latencyMs));
        const answer = toText(await decompressed(body, headers['content-encoding']));
        return { statusCode, answer, ...(retryAfter === undefined ? {} : { retryAfter }), latencyMs };
      } catch (error) {
        abort.abort();
        return { error: getReason(error), latencyMs: latency() };
      }
    },
    close: async (): Promise<void> => {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}
/** What `createReceivers` gives. */
export type Receivers = ReturnType<typeof createReceivers>;

/** What arrives of a body in time: it may be endless, or broken. A connection whose answer was not read whole is closed. */
async function beginning(response: IncomingMessage, timeoutMs: number): Promise<Buffer> {
  const timer = setTimeout(() => response.destroy(), timeoutMs);
  try {
    return await firstBytes(response);
  } finally {
    clearTimeout(timer);
  }
}

/** As far as it can be decompressed; else as it came. */
async function decompressed(bytes: Buffer, encoding: string | undefined): Promise<Buffer> {
  const found = await firstBytes(decompressedBody(Readable.from([bytes]), encoding));
  return found.length > 0 ? found : bytes;
}

/** The first bytes of a body, up to where it breaks: the status stands, and these help to see what happened. */
async function firstBytes(body: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of body as AsyncIterable<Buffer>) {
      parts.push(part);
      size += part.length;
      if (size >= MAX_ANSWER_BYTES) break;
    }
  } catch {
    // Shown as far as it came.
  }
  return Buffer.concat(parts).subarray(0, MAX_ANSWER_BYTES);
}

/** A control character would take six characters in JSON. */
const toText = (bytes: Buffer): string => bytes.toString('utf8').replaceAll(CONTROL, '\u{fffd}');

/** The reason, as shown to the webhook's owner: of other errors the code alone, as their messages name the address. */
function getReason(error: unknown): string {
  if (error instanceof SafeFetchError) return error.message;
  return (error as { code?: string }).code ?? 'no answer';
}
