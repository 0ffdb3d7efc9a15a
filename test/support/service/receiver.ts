import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { wait } from './service';

export interface Received {
  readonly at: number;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly raw: Buffer;
  readonly body: { messageId: string; eventType: string; webhookId: string; event: Record<string, unknown> };
}
type Answer = (received: Received, response: ServerResponse) => void;

export async function startReceiver(port = 0) {
  const received: Received[] = [];
  let answer: Answer = (_, response) => void response.writeHead(204).end();
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const raw = Buffer.concat(parts);
    const one = {
      at: Date.now(),
      path: request.url ?? '',
      headers: request.headers,
      raw,
      body: JSON.parse(String(raw)),
    };
    received.push(one);
    answer(one, response);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answers(next: Answer): void {
      answer = next;
    },
    async until(count: number, timeoutMs = 30_000): Promise<void> {
      for (const end = Date.now() + timeoutMs; received.length < count; await wait(20))
        if (Date.now() > end) throw new Error(`${received.length} of ${count} messages were received`);
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      server.close();
    },
  };
}
