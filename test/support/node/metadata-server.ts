import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface MetadataServer {
  /** Ends with a slash: `http://127.0.0.1:1234/`. */
  readonly url: string;
  /** By path without the leading slash, else 404. May change at any time. */
  readonly answers: Record<string, RequestListener>;
  readonly asked: string[];
  stop(): void;
}

export async function metadataServer(): Promise<MetadataServer> {
  const answers: Record<string, RequestListener> = {};
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = (request.url ?? '').slice(1);
    asked.push(path);
    const answer = answers[path];
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    answers,
    asked,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export const says =
  (body: string): RequestListener =>
  (_, response) =>
    void response.end(body);
export const refusesWith =
  (status: number, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    void response.writeHead(status, headers).end();
