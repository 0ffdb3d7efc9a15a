import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorBody } from '../../lambdas/core/contract/errors';

/** Throws when another process listens on the port. */
export function checkPort(port: number, option: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', () => reject(new Error(`port ${port} is taken: choose another with ${option}`)));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve()));
  });
}

/** Answers every request on the port of the node RPC with 404 in our error shape: for services without P-chains. */
export function serveNoNodeRpc(port: number): Promise<{ url: string; close(): void }> {
  const body = JSON.stringify(errorBody(404, 'there is no node RPC here: the configuration names no pChains'));
  const server = createServer((_, response) =>
    response.writeHead(404, { 'content-type': 'application/json' }).end(body),
  );
  return new Promise((resolve) => {
    server.listen(port, '127.0.0.1', () => {
      const { port: opened } = server.address() as AddressInfo;
      resolve({ url: `http://127.0.0.1:${opened}`, close: () => server.close() });
    });
  });
}
