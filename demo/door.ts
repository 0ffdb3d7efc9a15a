import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy. `let(pass)`: from now on each request waits for `pass`, and gets a 503 if that resolves to false. */
export async function createDoor(target: string) {
  let mayPass: () => Promise<boolean> = async () => true;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = { 'content-type': 'application/json' };
    const answer = (await mayPass())
      ? await fetch(target, { method: 'POST', headers, body: Buffer.concat(chunks) }).catch(() => undefined)
      : undefined;
    response.writeHead(answer?.status ?? 503, headers).end(await answer?.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    let(pass: () => Promise<boolean>): void {
      mayPass = pass;
    },
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}
