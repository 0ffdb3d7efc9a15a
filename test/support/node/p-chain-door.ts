import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** `hang` accepts requests and never answers. */
type Mode = 'forward' | 'hang' | 'slow' | 'html' | 'bootstrapping';

/** Longer than callers should wait, ms. */
const SLOW_MS = 8_000;

export async function pChainDoor(target: string) {
  const counts = new Map<string, number>();
  const seen: { headers: IncomingHttpHeaders; body: string }[] = [];
  let mode: Mode = 'forward';
  const instead = async (response: ServerResponse): Promise<boolean> => {
    if (mode === 'html') response.setHeader('content-type', 'text/html').end('<html><body>Welcome</body></html>');
    if (mode === 'bootstrapping')
      response.writeHead(503).end('API call rejected because chain is not done bootstrapping');
    if (mode === 'slow') await sleep(SLOW_MS);
    return mode === 'html' || mode === 'bootstrapping' || mode === 'hang';
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    const [, method = 'unknown'] = /"method":"([^"]*)"/.exec(body) ?? [];
    counts.set(method, (counts.get(method) ?? 0) + 1);
    seen.push({ headers: request.headers, body });
    if (await instead(response)) return;
    const answer = await fetch(target + (request.url ?? ''), {
      method: 'POST',
      headers: { 'content-type': String(request.headers['content-type']) },
      body,
    });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' });
    response.end(await answer.text());
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => {
      server.listen(port, '127.0.0.1', resolve);
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const shut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return {
    url: `http://127.0.0.1:${port}`,
    counts,
    seen,
    set: (next: Mode): void => {
      mode = next;
    },
    /** Like a killed node: nothing listens on the port. */
    shut,
    open: () => listen(port),
  };
}
