import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server of metadata on this machine. */
export interface MetadataServer {
  /** The prefix of every URL: `http://127.0.0.1:1234/`. */
  readonly url: string;
  /** Responses by path, without the slash; 404 for other paths. May change at any time. */
  readonly answers: Record<string, RequestListener>;
  /** Paths in the order in which they were asked for. */
  readonly asked: string[];
  stop(): void;
}

/** Starts a server on any free port. */
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

/** Answers with this body. */
export const says =
  (body: string): RequestListener =>
  (_, response) =>
    void response.end(body);
/** Answers with a status and headers, and no body. */
export const refusesWith =
  (status: number, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    void response.writeHead(status, headers).end();
