import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Arrived {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}
export type Respond = (response: ServerResponse, asked: Arrived) => void;

export async function pChainServer() {
  const asked: Arrived[] = [];
  let respond: Respond = (response) => void response.end('{}');
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method, url, headers } = request;
    const arrived = { method, url, headers, body: Buffer.concat(chunks).toString('utf8') };
    asked.push(arrived);
    respond(response, arrived);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    asked,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Also clears `asked`. */
    answer(next: Respond | string): void {
      asked.length = 0;
      respond = typeof next === 'string' ? (response) => void response.end(next) : next;
    },
    stop(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}
