import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';
import { decompressedBody } from '../../core/fetch/decompressed-body';
import { permittedAddresses, type SafeAgentOptions, SafeFetchError, withTimeout } from '../../core/fetch/safe-fetch';
import { wasStale } from '../../core/fetch/stale-connections';
import { steadyClock } from '../../core/runtime/clock';
import { ANSWER_BODY_SECONDS, MAX_ANSWER_BYTES, RECEIVER_TIMEOUT_SECONDS } from '../contract/delivery';

export interface Received {
  readonly statusCode?: number;
  readonly answer?: string;
  readonly retryAfter?: string;
  readonly error?: string;
  readonly latencyMs: number;
}

interface Message {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

const IDLE_MS = 4_000;
const CONTROL = /(?![\t\n\r])\p{Cc}/gu;

/** For untrusted URLs: https only, public addresses only, redirects not followed. */
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

  // Node's own client, as undici fails on `100 Continue`. Receivers and load balancers close idle connections: if one
  // fails at once on reuse, before any response byte, the request is retried once, on a new one.
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
    /** Never throws: failures are returned as `error`. The status decides, even if reading the body fails. */
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
        // Within the same timeout, as the sender's lease lasts little longer.
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
export type Receivers = ReturnType<typeof createReceivers>;

/** The part that arrives in time: a body may be endless or broken. A partly read response closes its connection. */
async function beginning(response: IncomingMessage, timeoutMs: number): Promise<Buffer> {
  const timer = setTimeout(() => response.destroy(), timeoutMs);
  try {
    return await firstBytes(response);
  } finally {
    clearTimeout(timer);
  }
}

/** As far as possible, else the raw bytes. */
async function decompressed(bytes: Buffer, encoding: string | undefined): Promise<Buffer> {
  const found = await firstBytes(decompressedBody(Readable.from([bytes]), encoding));
  return found.length > 0 ? found : bytes;
}

/** Up to an error in the stream: they are only diagnostic. */
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
    // Keep the bytes read so far.
  }
  return Buffer.concat(parts).subarray(0, MAX_ANSWER_BYTES);
}

/** Control characters take six characters each in JSON. */
const toText = (bytes: Buffer): string => bytes.toString('utf8').replaceAll(CONTROL, '\u{fffd}');

/** Shown to the webhook's owner. Other errors are reduced to their code: their messages contain the address. */
function getReason(error: unknown): string {
  if (error instanceof SafeFetchError) return error.message;
  return (error as { code?: string }).code ?? 'no answer';
}
