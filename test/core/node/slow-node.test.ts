import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { json } from 'node:stream/consumers';
import { createRpc } from '../../../lambdas/core/node/rpc';

const listen = async (server: Server): Promise<string> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

describe('the time limit of a request to a node', () => {
  test('the time limit excludes the wait for a connection', async () => {
    const server = createHttpServer(async (request, response) => {
      const { id } = (await json(request)) as { id: number };
      setTimeout(() => response.end(JSON.stringify({ jsonrpc: '2.0', id, result: '0x1' })), 300);
    });
    const rpc = createRpc(await listen(server), { callsPerSecond: 1_000, timeoutMs: 3_000, maxBatchCalls: 1 });
    // Eight at once: four seconds in all, each call a tenth of its limit, so a busy machine makes no difference.
    const outcomes = await Promise.allSettled(Array.from({ length: 104 }, () => rpc.call('eth_blockNumber')));
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
    await rpc.close();
    server.close();
  });

  test('the time limit ends a request to a node that drips its headers', async () => {
    const server = createServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n');
      const drip = setInterval(() => socket.write('x-a: b\r\n'), 100);
      socket.on('error', () => undefined);
      socket.on('close', () => clearInterval(drip));
    });
    const rpc = createRpc(await listen(server), { callsPerSecond: 1_000, timeoutMs: 500, attempts: 1 });
    await expect(rpc.call('eth_blockNumber')).rejects.toThrow('does not answer in time');
    await rpc.close();
    server.close();
  });
});
