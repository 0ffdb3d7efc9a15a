import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorBody } from '../../lambdas/core/contract/errors';

export function checkPort(port: number, option: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', () => reject(new Error(`port ${port} is in use: choose another with ${option}`)));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve()));
  });
}

/** For services without P-Chains: 404 in our error shape. */
export function serveNoNodeRpc(port: number): Promise<{ url: string; close(): void }> {
  const body = JSON.stringify(errorBody(404, 'no node RPC: the configuration has no pChains'));
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
