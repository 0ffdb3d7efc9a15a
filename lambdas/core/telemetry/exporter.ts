import { JsonTraceSerializer } from '@opentelemetry/otlp-transformer';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { HttpRequest } from '@smithy/core/protocols';
import { timeouts } from '../aws/clients';
import { msSince } from '../domain/stored-time';
import { USER_AGENT } from '../fetch/user-agent';
import { type Clock, resultWithin, systemClock } from '../runtime/clock';
import { log } from '../runtime/log';

/** About 2 MB. Further spans are dropped. */
const MAX_WAITING = 2_048;
const MAX_BATCH = 512;
/** While a function runs. At the end of an invocation, `flush` sends the rest. */
const INTERVAL_MS = 1_000;
const TIMEOUT_MS = 1_000;
/** After a failure, so that a collector that is down delays one invocation a minute. */
const PAUSE_MS = 60_000;
const REPORT_INTERVAL_MS = 300_000;

/** The message is logged: it contains no URL or header. */
class NotExported extends Error {
  override readonly name = 'NotExported';
}

interface ExporterSettings {
  /** The operator's own, so it may be a private address. */
  readonly endpoint: string;
  readonly getHeaders: () => Promise<Readonly<Record<string, string>>>;
  readonly now?: Clock;
}

export const tracesUrl = (endpoint: string): URL => new URL(`${endpoint.replace(/\/+$/, '')}/v1/traces`);

/**
 * Unlike OpenTelemetry's own, it outlives the freezing of a function, waits a second at most, and counts dropped spans.
 * Never throws.
 */
export function createExporter({ endpoint, getHeaders, now = systemClock }: ExporterSettings) {
  const { protocol, hostname, port, pathname } = tracesUrl(endpoint);
  const to = { method: 'POST', protocol, hostname, path: pathname, ...(port === '' ? {} : { port: Number(port) }) };
  const { requestHandler } = timeouts(TIMEOUT_MS);
  const waiting: ReadableSpan[] = [];
  let sending: Promise<void> | undefined;
  let isTimed = false;
  /** Spans by reason, since the last report. */
  const dropped = new Map<string, number>();
  let [failedAt, reportedAt] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];

  const isPaused = () => msSince(failedAt, now()) < PAUSE_MS;
  const report = (): void => {
    if (dropped.size === 0 || msSince(reportedAt, now()) < REPORT_INTERVAL_MS) return;
    for (const [reason, spans] of dropped) log.warn('spans dropped', { spans, reason });
    dropped.clear();
    reportedAt = now();
  };
  const drop = (count: number, reason: string): void => {
    dropped.set(reason, (dropped.get(reason) ?? 0) + count);
    report();
  };
  /** Returns the number of spans that the collector rejected. */
  const post = async (spans: ReadableSpan[]): Promise<number> => {
    const own = await resultWithin(getHeaders(), TIMEOUT_MS);
    if (!own) throw new NotExported('timed out reading headersParameter');
    const body = JsonTraceSerializer.serializeRequest(spans);
    const headers = {
      ...own,
      'content-type': 'application/json',
      'content-length': String(body?.length ?? 0),
      'user-agent': USER_AGENT,
    };
    const { response } = await requestHandler.handle(new HttpRequest({ ...to, headers, body }));
    const parts: Uint8Array[] = [];
    for await (const part of response.body as AsyncIterable<Uint8Array>) parts.push(part);
    if (response.statusCode < 200 || response.statusCode > 299) throw new NotExported(`HTTP ${response.statusCode}`);
    return Number(JsonTraceSerializer.deserializeResponse(Buffer.concat(parts)).partialSuccess?.rejectedSpans ?? 0);
  };
  const sendAll = async (): Promise<void> => {
    while (waiting.length > 0 && !isPaused()) {
      const spans = waiting.splice(0, MAX_BATCH);
      try {
        const rejected = await post(spans);
        if (rejected > 0) drop(rejected, 'rejected by the collector');
      } catch (error) {
        failedAt = now();
        drop(spans.length, getReason(error));
      }
    }
  };
  const send = (): Promise<void> => {
    sending ??= sendAll().finally(() => {
      sending = undefined;
      // Of an outage that is over: nothing else is dropped.
      report();
    });
    return sending;
  };
  const sendSoon = (): void => {
    isTimed = false;
    void send();
  };

  return {
    add(span: ReadableSpan): void {
      if (waiting.length < MAX_WAITING) waiting.push(span);
      else drop(1, 'span queue full');
      if (waiting.length >= MAX_BATCH && !isPaused()) void send();
      if (!isTimed) setTimeout(sendSoon, INTERVAL_MS).unref();
      isTimed = true;
    },
    /** Waits for a second at most; the rest is sent later. */
    async flush(): Promise<void> {
      await resultWithin(send(), TIMEOUT_MS);
    },
  };
}
export type Exporter = ReturnType<typeof createExporter>;

/** Messages of other errors may contain the URL or a header. */
function getReason(error: unknown): string {
  const { name, message, code } = error as Error & { readonly code?: string };
  return error instanceof NotExported ? message : (code ?? name);
}
