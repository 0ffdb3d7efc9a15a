import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Anvil, startAnvil } from '../../demo/anvil';
import { getAddress } from '../../demo/random';
import { eventually } from '../support/eventually';
import { reorg, rpc } from '../support/node/anvil';
import { type NodeProxy, nodeProxy } from '../support/node/node-proxy';
import { type Collector, startCollector } from '../support/service/collector';
import { runCli } from '../support/service/command';
import { EXPORTS } from '../support/service/operation';
import { startReceiver } from '../support/service/receiver';
import { removeFolders, Service } from '../support/service/service';

const CHAIN = '31337';
const A = getAddress('A');
const OWNER = 'planted-owner';
const BALANCE = '/v1/chains/{chainId}/addresses/{address}/balances:getNative';
/** Of OTLP. */
const [SERVER, CLIENT, CONSUMER] = [2, 3, 5];
const CALLERS = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };

let anvil: Anvil;
let node: NodeProxy;
let collector: Collector;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let service: Service;
let key: string;

beforeAll(async () => {
  anvil = await startAnvil({ chainId: Number(CHAIN) });
  node = await nodeProxy(anvil.url);
  collector = await startCollector();
  receiver = await startReceiver();
  service = await new Service({
    webhookLoopback: true,
    openTelemetry: {
      endpoint: collector.url,
      headersParameter: '/collectors/headers',
      headers: 'x-team=planted-team%20key',
    },
    chains: [{ chainId: CHAIN, network: 'testnet', rpcUrl: `${node.url}/planted-path?key=planted-node-key` }],
  }).start();
  const made = await runCli(service, 'keys', 'create', '--owner', OWNER, '--plan', 'pro', '--name', 'traced');
  key = new RegExp(`pro_${OWNER}_[A-Za-z0-9]{32}`).exec(made.stdout)?.[0] ?? '';
  const { status } = await call('POST', '/v1/webhooks', {
    ...{ eventType: 'address_activity', chainId: CHAIN, metadata: { addresses: [A] } },
    ...{ url: `${receiver.url}/hook?token=planted-hook-token`, headers: { 'x-own': 'planted-hook-header' } },
  });
  expect(status).toBe(201);
});
afterAll(async () => {
  await service?.stop();
  await receiver?.stop();
  collector?.stop();
  node?.stop();
  await anvil?.stop();
  removeFolders();
});

const call = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
  service.send(method, path, body, { 'x-service-api-key': key, ...headers });
const getBalance = (headers?: Record<string, string>) =>
  call('GET', BALANCE.replace('{chainId}', CHAIN).replace('{address}', A), undefined, headers);

/** Mines a payment to A, and returns the block's hash once its message is received. */
async function pay(): Promise<string> {
  const before = receiver.received.length;
  const [from] = await rpc<string[]>(anvil.url, 'eth_accounts');
  const hash = await rpc<string>(anvil.url, 'eth_sendTransaction', [{ from, to: A, value: '0x1' }]);
  await receiver.until(before + 1);
  return (await rpc<{ blockHash: string }>(anvil.url, 'eth_getTransactionReceipt', [hash])).blockHash;
}
const spansOf = (block: string) => collector.spans(block.slice(2, 34));

test("a request continues its caller's trace, with its calls to the table and the node", async () => {
  await service.indexed(CHAIN, 0);
  const { status, headers } = await getBalance({ traceparent: `00-${CALLERS.traceId}-${CALLERS.spanId}-01` });
  expect(status).toBe(200);
  const spans = collector.spans(CALLERS.traceId);
  const [request, ...others] = spans.filter(({ kind }) => kind === SERVER);
  expect(others).toEqual([]);
  expect(request).toMatchObject({
    ...{ name: `GET ${BALANCE}`, parentSpanId: CALLERS.spanId },
    attributes: {
      'http.request.method': 'GET',
      'http.route': BALANCE,
      'http.response.status_code': 200,
      'request.id': headers.get('x-request-id'),
    },
  });
  for (const [name, attributes] of [
    ['DynamoDB.GetItem', { 'rpc.system': 'aws-api' }],
    ['eth_getBalance', { 'rpc.system': 'jsonrpc', 'server.address': '127.0.0.1' }],
  ] as const)
    expect(spans).toContainEqual(
      expect.objectContaining({
        ...{ name, kind: CLIENT, parentSpanId: request?.spanId },
        attributes: expect.objectContaining(attributes),
      }),
    );
});

test('a block is one trace from fetch to message delivery, identified by its hash', async () => {
  const block = await pay();
  const named = (name: string) => {
    const found = spansOf(block).filter((span) => span.name === name);
    expect([name, found.length]).toEqual([name, 1]);
    return found[0];
  };
  await eventually(async () => {
    for (const name of ['index block', 'match block', 'send message', 'POST']) named(name);
  });
  const index = named('index block');
  expect(index).toMatchObject({ attributes: { 'chain.id': CHAIN, 'block.count': 1 } });
  expect(index).not.toHaveProperty('parentSpanId');
  expect(named('fetch blocks')).toMatchObject({ parentSpanId: index?.spanId });
  expect(Math.abs(Number(named('fetch blocks')?.startTimeUnixNano) - Number(index?.startTimeUnixNano))).toBeLessThan(
    5e6,
  );
  expect(named('store blocks')).toMatchObject({ parentSpanId: index?.spanId });
  const match = named('match block');
  expect(match).toMatchObject({
    ...{ kind: CONSUMER, parentSpanId: index?.spanId, attributes: { 'match.message': 'block.added' } },
  });
  expect(named('send message')).toMatchObject({ parentSpanId: match?.spanId });
  expect(named('POST')).toMatchObject({
    ...{ kind: CLIENT, parentSpanId: named('send message')?.spanId },
    attributes: { 'server.address': '127.0.0.1', 'http.response.status_code': 204 },
  });
  const calls = spansOf(block).filter(({ attributes }) => attributes['rpc.system'] === 'jsonrpc');
  expect(calls.map(({ parentSpanId }) => parentSpanId)).toContain(named('fetch blocks')?.spanId);
  const ids = spansOf(block).map(({ spanId }) => spanId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { name, parentSpanId } of spansOf(block))
    expect([name, parentSpanId === undefined || ids.includes(parentSpanId)]).toEqual([name, true]);

  // Its removal, and the message about it, are in the same trace.
  await reorg(anvil.url, 1);
  await eventually(async () => {
    const removal = spansOf(block).find(({ attributes }) => attributes['match.message'] === 'block.removed');
    expect(removal).toMatchObject({ name: 'match block', parentSpanId: index?.spanId });
    const sent = spansOf(block).filter(({ name }) => name === 'send message');
    expect(sent.map(({ parentSpanId }) => parentSpanId)).toEqual([match?.spanId, match?.spanId]);
  }, 20_000);
});

test('each block of a batch has its own trace, and the blocks before the newest link to it', async () => {
  await rpc(anvil.url, 'anvil_mine', ['0x5']);
  const head = Number(await rpc<string>(anvil.url, 'eth_blockNumber'));
  const hashes = await Promise.all(
    [4, 3, 2, 1, 0].map(async (below) => {
      const block = await rpc<{ hash: string }>(anvil.url, 'eth_getBlockByNumber', [
        `0x${(head - below).toString(16)}`,
        false,
      ]);
      return block.hash;
    }),
  );
  await eventually(async () => {
    for (const [i, hash] of hashes.entries()) {
      const roots = spansOf(hash).filter(({ name }) => name === 'index block');
      const matches = spansOf(hash).filter(({ name }) => name === 'match block');
      expect(roots).toMatchObject([{ attributes: { 'block.number': head - 4 + i } }]);
      expect(matches).toMatchObject([{ parentSpanId: roots[0]?.spanId }]);
    }
  }, 20_000);
  const roots = hashes.flatMap((hash) => spansOf(hash).filter(({ name }) => name === 'index block'));
  const links = roots.flatMap((root) => root.links ?? []);
  expect(links.length).toBeGreaterThan(0);
  const ids = roots.filter(({ links = [] }) => links.length === 0).map(({ spanId }) => spanId);
  expect(links.filter(({ spanId }) => !ids.includes(spanId))).toEqual([]);
});

test('an export is one trace, identified by its operation ID', async () => {
  const today = new Date().toISOString().slice(0, 10);
  const { body } = await call('POST', EXPORTS, {
    ...{ type: 'TRANSACTION_EXPORT_EVM', firstDate: today, lastDate: today },
    options: { addresses: [A], includeChains: [CHAIN] },
  });
  const spans = () => collector.spans(String(body.operationId).replaceAll('-', ''));
  await eventually(async () => {
    const start = spans().find(({ name }) => name === 'start export');
    for (const name of ['write part', 'merge parts', 'settle export'])
      expect(spans()).toContainEqual(expect.objectContaining({ name, parentSpanId: start?.spanId }));
  }, 20_000);
});

test('every OTLP request has the configured headers, and no span contains a key, an owner, an address or a URL', async () => {
  const { received } = collector;
  for (const { path, headers } of received)
    expect([path, headers['x-team']]).toEqual(['/v1/traces', 'planted-team key']);
  expect(collector.services()).toContainEqual({ 'service.name': 'chain-data', 'service.version': expect.any(String) });
  const { body } = await call('GET', '/v1/webhooks:getSharedSecret');
  const text = received
    .map((one) => one.text)
    .join('\n')
    .toLowerCase();
  expect(text).toContain('match block');
  for (const secret of ['planted', A, key, service.urls.token, String(body.secret), '/hook', receiver.url])
    expect([secret, text.includes(secret.toLowerCase())]).toEqual([secret, false]);
  expect(service.output).not.toContain('planted-team');
});

test('while the collector hangs, requests are answered, and blocks are indexed and delivered', async () => {
  collector.answers(() => undefined);
  await pay();
  const times: number[] = [];
  for (let n = 0; n < 20; n++) {
    const began = performance.now();
    expect((await getBalance()).status).toBe(200);
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  // One thread or another waits for its first export.
  expect(times[14]).toBeLessThan(500);
  expect(times.at(-1)).toBeLessThan(3_000);
  const began = performance.now();
  await pay();
  expect(performance.now() - began).toBeLessThan(10_000);
  const logs = join(service.dir, 'data', 'logs');
  const text = readdirSync(logs).map((file) => readFileSync(join(logs, file), 'utf8'));
  expect(text.join('\n')).toContain('"message":"spans dropped"');
  expect(text.join('\n')).not.toContain('planted-team');
});
