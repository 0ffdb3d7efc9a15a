import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Anvil, startAnvil } from '../../demo/anvil';
import { getAddress } from '../../demo/random';
import { FULL } from '../support/full';
import { mine, rpc } from '../support/node/anvil';
import { startReceiver } from '../support/service/receiver';
import { registerWebhook } from '../support/service/register-webhook';
import { removeFolders, Service, wait } from '../support/service/service';

const CHAIN = '31337';
/** Receivers of each kind beside the healthy one, blocks in the meantime, and messages of a burst to one receiver. */
const [NEIGHBOURS, BLOCKS, BURST] = FULL ? [20, 60, 1_000] : [20, 10, 100];

let anvil: Anvil;
let service: Service;
let healthy: Awaited<ReturnType<typeof startReceiver>>;
let from: string;

beforeAll(async () => {
  [anvil, healthy] = await Promise.all([startAnvil({ chainId: Number(CHAIN) }), startReceiver()]);
  service = await new Service({
    webhookLoopback: true,
    chains: [{ chainId: CHAIN, network: 'testnet', rpcUrl: anvil.url, traces: false }],
  }).start();
  [from = ''] = await rpc<string[]>(anvil.url, 'eth_accounts', []);
  await mine(anvil.url, 1);
  await service.indexed(CHAIN, 1);
});
afterAll(async () => {
  await service?.stop();
  await healthy?.stop();
  await anvil?.stop();
  removeFolders();
});

const pay = (to: string) => rpc<string>(anvil.url, 'eth_sendTransaction', [{ from, to, value: '0x1', gas: '0x5208' }]);

/** Receivers that never answer, with their waiting requests by path. */
async function silentReceivers() {
  const waiting = new Map<string, Set<ServerResponse>>();
  const server = createServer((request, response) => {
    const own = waiting.get(request.url ?? '') ?? new Set();
    waiting.set(request.url ?? '', own.add(response));
    response.on('close', () => own.delete(response));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    waiting,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

test(`a healthy receiver gets every message beside ${NEIGHBOURS} dead and ${NEIGHBOURS} silent ones`, async () => {
  const silent = await silentReceivers();
  const [own, others] = [getAddress('healthy'), getAddress('others')];
  const ids: string[] = [];
  for (let n = 0; n < NEIGHBOURS; n++) {
    ids.push(await registerWebhook(service, `${silent.url}/${n}`, [others]));
    ids.push(await registerWebhook(service, 'http://127.0.0.1:9/', [others]));
  }
  ids.push(await registerWebhook(service, `${healthy.url}/healthy`, [own]));
  const got = () => healthy.received.filter(({ path }) => path === '/healthy').length;
  await pay(others);
  while ([...silent.waiting.values()].filter(({ size }) => size > 0).length < NEIGHBOURS) await wait(20);
  for (let block = 1; block <= BLOCKS; block++) {
    await pay(others);
    await pay(own);
    // Each message arrives before the next block, without waiting for other receivers.
    await healthy.until(healthy.received.length + block - got());
    expect(got()).toBe(block);
  }
  // The silent receivers never have more open requests than their limit.
  for (const waiting of silent.waiting.values()) expect(waiting.size).toBeLessThanOrEqual(5);
  silent.stop();
  for (const id of ids) await service.send('DELETE', `/v1/webhooks/${id}`);
});

test(`a healthy receiver gets every message while a burst of ${BURST} to a slow one is waiting`, async () => {
  const slow = await startReceiver();
  slow.answers((_, response) => void setTimeout(() => response.writeHead(204).end(), 5_000));
  const [own, others] = [getAddress('healthy 2'), getAddress('others 2')];
  await registerWebhook(service, `${slow.url}/slow`, [others]);
  await registerWebhook(service, `${healthy.url}/beside`, [own]);
  await rpc(anvil.url, 'evm_setAutomine', [false]);
  for (let n = 0; n < BURST; n++) await pay(others);
  await mine(anvil.url, 1);
  await rpc(anvil.url, 'evm_setAutomine', [true]);
  await slow.until(5);
  const got = () => healthy.received.filter(({ path }) => path === '/beside').length;
  for (let block = 1; block <= BLOCKS; block++) {
    await pay(own);
    await healthy.until(healthy.received.length + block - got());
  }
  expect(got()).toBe(BLOCKS);
  expect(slow.received.length).toBeLessThan(BURST);
  await slow.stop();
});
