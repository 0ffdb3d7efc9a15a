import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Where every server of the runner listens: it is for this machine alone. */
export const LOOPBACK = '127.0.0.1';

/** How long a connection is kept between two requests, ms. */
const KEEP_ALIVE = 65_000;

/** The whole body of a request. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}

/** Listens on a loopback port (0: any free one) and returns the port. Throws one sentence when the port is taken. */
export async function listen(server: Server, port: number, what: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${port} for ${what} is taken; stop what listens there or choose another port.`)
          : error,
      ),
    );
    // As the services do: after five seconds, which is Node's, a client may write into a connection that is being closed.
    server.keepAliveTimeout = KEEP_ALIVE;
    server.listen(port, LOOPBACK, resolve);
  });
  return (server.address() as AddressInfo).port;
}

/** Stops a server, kept-alive connections included. */
export function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
