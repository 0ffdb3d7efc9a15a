import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { PausableHandler } from '../../../lambdas/core/aws/http-handler';

/** Short, as no response here takes longer. */
const TIMEOUT_MS = 100;
const answer = (response: ServerResponse) => response.end('{"Parameter":{"Value":"found"}}');

let listen: RequestListener = (_, response) => void answer(response);
const sockets: Socket[] = [];
const server = createServer((request, response) => {
  if (!sockets.includes(request.socket)) sockets.push(request.socket);
  request.resume().on('end', () => void listen(request, response));
});
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
beforeEach(() => {
  listen = (_, response) => void answer(response);
  sockets.length = 0;
});
afterAll(() => server.close().closeAllConnections());

function open(now = () => 0) {
  const client = new SSMClient({
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    maxAttempts: 1,
    requestHandler: new PausableHandler(TIMEOUT_MS, now),
  });
  return (abortSignal?: AbortSignal) =>
    client.send(new GetParameterCommand({ Name: '/one' }), abortSignal && { abortSignal });
}

test('a connection is reused, but not after a pause in which it may have been closed', async () => {
  let time = 1e12;
  const send = open(() => time);
  await send();
  time += 14_000;
  await send();
  expect(sockets).toHaveLength(1);
  time += 15_000;
  await send();
  expect(sockets).toHaveLength(2);
});

test('a request on connections closed by the server is resent without counting an attempt', async () => {
  const send = open();
  await Promise.all([send(), send()]);
  expect(sockets).toHaveLength(2);
  const stale = [...sockets];
  listen = ({ socket }, response) => void (stale.includes(socket) ? socket.destroy() : answer(response));
  expect(await send()).toMatchObject({ Parameter: { Value: 'found' }, $metadata: { attempts: 1 } });
});

test('the handler gives up on a server that closes three connections in a row', async () => {
  let requests = 0;
  listen = ({ socket }) => {
    requests += 1;
    socket.destroy();
  };
  await expect(open()()).rejects.toMatchObject({ code: 'ECONNRESET' });
  expect(requests).toBe(3);
});

test('the handler gives up on a response that never stalls and never ends', async () => {
  listen = (_, response) => {
    const drip = setInterval(() => response.write(' '), TIMEOUT_MS / 10);
    response.once('close', () => clearInterval(drip));
  };
  const began = performance.now();
  await expect(open()()).rejects.toThrow();
  const took = performance.now() - began;
  expect(took).toBeGreaterThan(1.9 * TIMEOUT_MS);
  expect(took).toBeLessThan(20 * TIMEOUT_MS);
});

test('aborting a request ends it, before and while it is sent', async () => {
  await expect(open()(AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  expect(sockets).toEqual([]);
  const abort = new AbortController();
  listen = () => abort.abort();
  await expect(open()(abort.signal)).rejects.toMatchObject({ name: 'AbortError' });
});
