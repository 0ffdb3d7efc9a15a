import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as OTLP/HTTP carries it in JSON. */
interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly status: { readonly code?: number };
}
interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: string };
}
interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

const attributesIn = (attributes: readonly Attribute[]): Record<string, string | number> =>
  Object.fromEntries(
    attributes.map(({ key, value: { stringValue, intValue } }) => [key, stringValue ?? Number(intValue)]),
  );

/** A receiver of OTLP/HTTP, which keeps each request as sent. */
export async function startCollector() {
  const received: { readonly path: string; readonly headers: IncomingHttpHeaders; readonly text: string }[] = [];
  const accept = (response: ServerResponse): void => {
    response.setHeader('content-type', 'application/json').end('{}');
  };
  let answer = accept;
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    received.push({ path: request.url ?? '', headers: request.headers, text: String(Buffer.concat(parts)) });
    answer(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const requests = () => received.map(({ text }) => JSON.parse(text) as Sent);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    services: () =>
      requests().flatMap(({ resourceSpans }) => resourceSpans.map(({ resource }) => attributesIn(resource.attributes))),
    spans: (traceId?: string) =>
      requests()
        .flatMap(({ resourceSpans }) => resourceSpans.flatMap((one) => one.scopeSpans.flatMap(({ spans }) => spans)))
        .filter((span) => traceId === undefined || span.traceId === traceId)
        .map((span) => ({ ...span, attributes: attributesIn(span.attributes) })),
    /** By default, accepts everything. */
    answers(next: (response: ServerResponse) => void = accept): void {
      answer = next;
    },
    stop(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}
export type Collector = Awaited<ReturnType<typeof startCollector>>;
