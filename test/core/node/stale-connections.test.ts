import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { createRpc } from '../../../lambdas/core/node/rpc';
import { fetchSource } from '../../../lambdas/pchain/node/node';

// A paused function resumes with connections that its node has closed meanwhile.

const sockets = new Set<Socket>();
const stale = new Set<Socket>();
let asked = 0;
const server = createServer((request, response) => {
  sockets.add(request.socket);
  asked += 1;
  request.resume().on('end', () => {
    if (stale.has(request.socket)) request.socket.destroy();
    else setTimeout(() => response.end('{"jsonrpc":"2.0","id":1,"result":"0x7"}'), 5);
  });
});
const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
beforeEach(() => {
  asked = 0;
  for (const each of [sockets, stale]) each.clear();
});
afterAll(() => server.close().closeAllConnections());

test('a call to an EVM node is resent at once over a new connection when its connection is stale', async () => {
  const rpc = createRpc(url(), { callsPerSecond: 1_000, attempts: 1 });
  await Promise.all([rpc.call('eth_blockNumber'), rpc.call('eth_blockNumber')]);
  expect(sockets.size).toBe(2);
  for (const socket of sockets) stale.add(socket);
  const before = rpc.calls;
  expect(await rpc.call('eth_blockNumber')).toBe('0x7');
  expect([rpc.calls - before, rpc.failures]).toEqual([1, {}]);
  await rpc.close();
});

test('a call to a P-Chain node is resent at once over a new connection when its connection is stale', async () => {
  const ask = () => fetchSource(url(), 'platform.getHeight', '{}', AbortSignal.timeout(5_000));
  await ask();
  await after(20);
  await ask();
  expect(sockets.size).toBe(1);
  await after(20);
  for (const socket of sockets) stale.add(socket);
  expect(await ask()).toEqual({ result: '"0x7"' });
  expect(asked).toBe(4);
});

test('a node that closes three connections in a row is down', async () => {
  const ask = () => fetchSource(url(), 'platform.getHeight', '{}', AbortSignal.timeout(5_000));
  const add = ({ socket }: { socket: Socket }) => stale.add(socket);
  server.prependListener('request', add);
  await expect(ask()).rejects.toThrow('the node does not answer');
  expect(asked).toBe(3);
  server.off('request', add);
});
