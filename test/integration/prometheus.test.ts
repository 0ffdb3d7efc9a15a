import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Anvil, startAnvil } from '../../demo/anvil';
import { getAddress } from '../../demo/random';
import { createQueueClient, type QueueClient } from '../../local/queues';
import { eventually } from '../support/eventually';
import { mine, rpc } from '../support/node/anvil';
import { parseScrape, type Scrape } from '../support/prometheus/parse';
import { startReceiver } from '../support/service/receiver';
import { registerWebhook } from '../support/service/register-webhook';
import { removeFolders, Service } from '../support/service/service';

const CHAIN = '31337';
const P_CHAIN = 'p-chain-fuji';
const API = { api: 'chain-data-data' };
const GET_BLOCK = { ...API, method: 'GET', path: '/v1/chains/{chainId}/blocks/{blockId}' };
/** Followers report every 20 seconds. */
const REPORTED_MS = 120_000;

describe('metrics for Prometheus', () => {
  let anvil: Anvil;
  let service: Service;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let sqs: QueueClient;
  beforeAll(async () => {
    anvil = await startAnvil({ chainId: Number(CHAIN) });
    receiver = await startReceiver();
    service = await new Service({
      webhookLoopback: true,
      chains: [{ chainId: CHAIN, network: 'testnet', rpcUrl: anvil.url }],
      // Of a node that does not answer.
      pChains: [{ network: 'fuji', rpcUrl: 'http://127.0.0.1:9', index: true }],
    }).start();
    sqs = createQueueClient(service.urls.awsUrls.sqs, service.urls.token);
  });
  afterAll(async () => {
    await service?.stop();
    await receiver?.stop();
    await anvil?.stop();
    removeFolders();
  });

  const scrapeText = async (): Promise<string> => (await fetch(service.urls.metricsUrl)).text();
  const scrape = async (): Promise<Scrape> => parseScrape(await scrapeText());
  const read = async (name: string, labels?: Record<string, string>) => (await scrape()).sum(name, labels);
  const toUrl = async (prefix: string) =>
    (await sqs<{ QueueUrls: string[] }>('ListQueues', { QueueNamePrefix: prefix })).QueueUrls[0] ?? '';

  /** Lines of functions that report a metric of the chain. */
  const reports = (metric: string): Record<string, unknown>[] => {
    const logs = join(service.dir, 'data', 'logs');
    return readdirSync(logs)
      .flatMap((file) => readFileSync(join(logs, file), 'utf8').split('\n'))
      .filter((line) => line.startsWith('{"_aws"') && line.includes(`"${metric}"`))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ chainId }) => chainId === CHAIN);
  };
  /** Indexes these blocks, and waits until the follower has reported all of them. */
  const index = async (blocks: number) => {
    await mine(anvil.url, blocks);
    await service.indexed(CHAIN, Number(await rpc(anvil.url, 'eth_blockNumber', [])));
    const before = reports('LagSeconds').length;
    await eventually(async () => expect(reports('LagSeconds').length).toBeGreaterThan(before), REPORTED_MS);
  };

  test('the metrics URL is printed at startup', () => {
    expect(service.output).toContain(`Metrics for Prometheus: ${service.urls.metricsUrl}\n`);
  });

  test('the lag has one series per chain, and the block counter grows by the indexed blocks', async () => {
    await index(3);
    const before = (await read('chaindata_indexed_blocks_total', { chain_id: CHAIN })) ?? 0;
    await index(7);
    const { find, sum } = await scrape();
    expect(sum('chaindata_indexed_blocks_total', { chain_id: CHAIN })).toBe(before + 7);
    expect(reports('IndexedBlocks').reduce((all, { IndexedBlocks }) => all + Number(IndexedBlocks), 0)).toBe(
      before + 7,
    );
    expect(find('chaindata_lag_seconds', { chain_id: CHAIN })).toEqual([
      {
        name: 'chaindata_lag_seconds',
        labels: { service: 'indexer', chain_id: CHAIN, group: CHAIN },
        value: reports('LagSeconds').at(-1)?.LagSeconds,
      },
    ]);
    expect(sum('chaindata_block_freshness_seconds_count', { chain_id: CHAIN })).toBeGreaterThan(0);
    expect(sum('chaindata_halted_total', { chain_id: CHAIN })).toBe(0);
  });

  test('a P-Chain node that does not answer is counted', () =>
    eventually(
      async () => expect(await read('chaindata_node_down_total', { chain_id: P_CHAIN })).toBeGreaterThan(0),
      REPORTED_MS,
    ));

  test('requests are counted by the path of their endpoint and their status', async () => {
    const before = await scrape();
    for (const block of [1, 2, 3]) expect((await service.get(`/v1/chains/${CHAIN}/blocks/${block}`)).status).toBe(200);
    for (const block of [1_000, 1_001])
      expect((await service.get(`/v1/chains/${CHAIN}/blocks/${block}`)).status).toBe(404);
    expect((await service.get('/v1/nothing/here')).status).toBe(404);
    const after = await scrape();
    const gained = (labels: Record<string, string>) =>
      (after.sum('apigateway_requests_total', labels) ?? 0) - (before.sum('apigateway_requests_total', labels) ?? 0);
    expect([
      gained({ ...GET_BLOCK, status: '2xx' }),
      gained({ ...GET_BLOCK, status: '4xx' }),
      gained({ ...API, method: '', path: '', status: '4xx' }),
    ]).toEqual([3, 2, 1]);
    const [ofBlocks, ...others] = after
      .find('lambda_duration_seconds_count')
      .filter(({ labels }) => labels.function?.startsWith('chain-data-api-ApigetBlockFunction'));
    expect([ofBlocks?.value, others]).toEqual([5, []]);
    expect(readdirSync(join(service.dir, 'data', 'logs'))).toContain(`${ofBlocks?.labels.function}.log`);
  });

  test('deliveries of webhooks are counted by outcome', async () => {
    const outcome = (name: string) => read('chaindata_webhook_deliveries_total', { outcome: name });
    expect(await Promise.all(['delivered', 'retried', 'failed', 'revoked'].map(outcome))).toEqual([0, 0, 0, 0]);
    const to = getAddress('watched');
    await registerWebhook(service, `${receiver.url}/hook`, [to]);
    const [from] = await rpc<string[]>(anvil.url, 'eth_accounts');
    const pay = () => rpc(anvil.url, 'eth_sendTransaction', [{ from, to, value: '0x1' }]);
    for (let payment = 1; payment <= 2; payment++) {
      await pay();
      await receiver.until(payment);
    }
    await eventually(async () => expect(await outcome('delivered')).toBe(2), 60_000);
    receiver.answers((_, response) => void response.writeHead(410).end());
    await pay();
    await eventually(async () => expect(await outcome('failed')).toBe(1), 60_000);
    expect([await outcome('delivered'), receiver.received.length]).toEqual([2, 3]);
    expect(await read('chaindata_webhook_delay_seconds_count', { service: 'webhooks' })).toBeGreaterThan(0);
  });

  test('depths of queues and dead letters are read at each scrape', async () => {
    const replays = await toUrl('chain-data-webhooks-Replay');
    const depth = { queue: replays.split('/').at(-1) ?? '', state: 'delayed' };
    expect([await read('sqs_messages', depth), await read('sqs_dead_letters')]).toEqual([0, 0]);
    await sqs('SendMessage', { QueueUrl: replays, MessageBody: 'later', DelaySeconds: 900 });
    await sqs('SendMessage', { QueueUrl: await toUrl('chain-data-data-DeadLetters'), MessageBody: 'dead' });
    expect([await read('sqs_messages', depth), await read('sqs_dead_letters')]).toEqual([1, 1]);
  });

  test('the metrics contain no token, API key, URL or address', async () => {
    const text = await scrapeText();
    const { token, apiKeys } = service.urls;
    const secrets = [token, ...Object.values(apiKeys), '127.0.0.1', getAddress('watched').slice(2)];
    for (const secret of secrets) expect(text.toLowerCase()).not.toContain(secret.toLowerCase());
  });

  test('every metric and bucket used by the dashboard and the alert rules is exported', async () => {
    const { samples } = await scrape();
    const scraped = new Set(samples.map(({ name }) => name));
    const namesIn = (file: string) =>
      new Set(readFileSync(file, 'utf8').match(/\b(?:chaindata|apigateway|lambda|sqs|states|process)_\w+/g));
    const [dashboard, rules] = [namesIn('docs/grafana-dashboard.json'), namesIn('docs/prometheus-alerts.yml')];
    expect([dashboard.size, rules.size].every((size) => size >= 10)).toBe(true);
    expect([...dashboard].filter((name) => !scraped.has(name))).toEqual([]);
    // Reported only while traces are late.
    rules.delete('chaindata_trace_lag_seconds');
    expect([...rules].filter((name) => !scraped.has(name))).toEqual([]);
    for (const [, le] of readFileSync('docs/prometheus-alerts.yml', 'utf8').matchAll(/\ble="(\d+)"/g))
      expect(samples.some(({ labels }) => labels.le === le)).toBe(true);
  });
});
