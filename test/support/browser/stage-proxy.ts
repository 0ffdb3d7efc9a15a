import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export const STAGE = '/prod';

/** Like a deployment without its own domain. */
export async function stageProxy(target: string): Promise<{ readonly url: string; stop(): void }> {
  const server: Server = createServer(async (request, response) => {
    const path = request.url ?? '';
    if (path !== STAGE && !path.startsWith(`${STAGE}/`)) return response.writeHead(403).end('{"message":"Forbidden"}');
    const { host: _, connection: __, ...headers } = request.headers as Record<string, string>;
    const answer = await fetch(target + path.slice(STAGE.length), { headers });
    const type = answer.headers.get('content-type') ?? '';
    const policy = answer.headers.get('content-security-policy');
    response.writeHead(answer.status, {
      'content-type': type,
      ...(policy ? { 'content-security-policy': policy } : {}),
    });
    return response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${STAGE}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
