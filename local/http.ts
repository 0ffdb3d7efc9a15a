import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Only this machine can connect. */
export const LOOPBACK = '127.0.0.1';

const KEEP_ALIVE_MS = 65_000;

/** Undefined if the caller disconnected before the end. */
export async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer);
    return (chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)).toString();
  } catch {
    return undefined;
  }
}

/** Port 0: any free one. Throws a one-sentence error if the port is taken. */
export async function listen(server: Server, port: number, what: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${port} for ${what} is in use; stop the other process or choose another port.`)
          : error,
      ),
    );
    // As with AWS. With Node's default of 5 s, a client may write to a connection that is being closed.
    server.keepAliveTimeout = KEEP_ALIVE_MS;
    server.listen(port, LOOPBACK, resolve);
  });
  return (server.address() as AddressInfo).port;
}

export function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
