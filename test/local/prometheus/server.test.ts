import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { close, listen } from '../../../local/http';
import { createMetricsServer } from '../../../local/prometheus/server';

describe('metrics server', () => {
  let read = async () => 'up 1\n';
  const server = createMetricsServer(() => read());
  let port: number;
  beforeAll(async () => {
    port = await listen(server, 0, 'the metrics');
  });
  afterAll(() => close(server));

  const ask = (path: string, host: string, method = 'GET') =>
    new Promise<{ status?: number | undefined; type?: string | undefined; body: string }>((resolve, reject) => {
      const sent = request({ port, path, method, headers: { host } }, async (answer) =>
        resolve({ status: answer.statusCode, type: answer.headers['content-type'], body: await text(answer) }),
      );
      sent.on('error', reject).end();
    });

  test.each(['127.0.0.1:8082', 'localhost:8082', 'localhost', 'host.docker.internal:8082', 'host.containers.internal'])(
    'Prometheus reads the metrics at %s without a token',
    async (host) => {
      expect(await ask('/metrics', host)).toEqual({
        status: 200,
        type: 'text/plain; version=0.0.4; charset=utf-8',
        body: 'up 1\n',
      });
      expect(await ask('/metrics?name=up', host)).toMatchObject({ status: 200 });
    },
  );

  test.each(['evil.example:8082', 'localhost.evil.example', '127.0.0.1.evil.example', 'evil.example@localhost'])(
    'a page whose own name leads here is refused: %s',
    async (host) => {
      const { status, body } = await ask('/metrics', host);
      expect([status, body]).toEqual([
        403,
        'Forbidden: use 127.0.0.1, localhost or host.docker.internal as the host name.\n',
      ]);
    },
  );

  test('other paths and methods are not found, with the path that is', async () => {
    for (const [path, method] of [
      ['/', 'GET'],
      ['/metrics/x', 'GET'],
      ['/metrics', 'POST'],
    ] as const)
      expect(await ask(path, 'localhost', method)).toMatchObject({
        status: 404,
        body: 'Metrics for Prometheus are at /metrics.\n',
      });
  });

  test('a failing reading is a 500, and the next one is served', async () => {
    read = async () => {
      throw new Error('the storage has stopped');
    };
    expect(await ask('/metrics', 'localhost')).toMatchObject({ status: 500, body: 'Error: the storage has stopped\n' });
    read = async () => 'up 1\n';
    expect(await ask('/metrics', 'localhost')).toMatchObject({ status: 200 });
  });
});
