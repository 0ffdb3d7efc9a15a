import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The address that every server of the runner listens on: only this machine can connect. */
export const LOOPBACK = '127.0.0.1';

/** How long an idle connection is kept open. */
const KEEP_ALIVE_MS = 65_000;

/** The whole body of a request as text; undefined if its caller went away before the end: nobody waits for an answer. */
export async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer);
    return (chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)).toString();
  } catch {
    return undefined;
  }
}

/** Listens on a loopback port (0: any free one) and returns the port. Throws a one-sentence error when the port is taken. */
export async function listen(server: Server, port: number, what: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${port} for ${what} is taken; stop what listens there or choose another port.`)
          : error,
      ),
    );
    // Like the AWS services. With Node's default of five seconds a client may write to a connection that is being closed.
    server.keepAliveTimeout = KEEP_ALIVE_MS;
    server.listen(port, LOOPBACK, resolve);
  });
  return (server.address() as AddressInfo).port;
}

/** Stops a server, including its kept-alive connections. */
export function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
