import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A door in front of a node. While it is shut, whoever asks waits, until it is open again. */
export async function door(target: string) {
  let open = Promise.resolve();
  let unlock: () => void = () => undefined;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    await open;
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(target, { method: 'POST', headers, body: Buffer.concat(chunks) }).catch(() => undefined);
    if (answer) response.writeHead(answer.status, headers).end(await answer.text());
    else request.socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    shut(): void {
      open = new Promise((resolve) => {
        unlock = resolve;
      });
    },
    open: (): void => unlock(),
    close(): void {
      unlock();
      server.closeAllConnections();
      server.close();
    },
  };
}
