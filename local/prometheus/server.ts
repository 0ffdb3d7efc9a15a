import { createServer, type Server } from 'node:http';

/** The host as seen from this machine, and from a container on it. */
const LOCAL_HOST = /^(127\.0\.0\.1|localhost|host\.(docker|containers)\.internal)(:\d+)?$/;
const TEXT = { 'content-type': 'text/plain; charset=utf-8' };

/**
 * Without a token, as Prometheus scrapes without one by default: numbers only. Pages of other origins cannot read the
 * response, unless their own name leads here (DNS rebinding): such a name is refused.
 */
export function createMetricsServer(read: () => Promise<string>): Server {
  return createServer(async ({ method, url, headers }, response) => {
    if (!LOCAL_HOST.test(headers.host ?? ''))
      return response
        .writeHead(403, TEXT)
        .end('Forbidden: use 127.0.0.1, localhost or host.docker.internal as the host name.\n');
    if (method !== 'GET' || url?.split('?', 1)[0] !== '/metrics')
      return response.writeHead(404, TEXT).end('Metrics for Prometheus are at /metrics.\n');
    try {
      const text = await read();
      return response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text);
    } catch (error) {
      return response.writeHead(500, TEXT).end(`${String(error)}\n`);
    }
  });
}
