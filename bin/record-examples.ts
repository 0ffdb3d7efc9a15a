import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import { type Demo, startDemo } from '../demo/demo';
import { endpoints } from '../lambdas/app/contract/registry';
import type { RegisteredEndpoint } from '../lambdas/core/contract/endpoint';
import { EXAMPLES_FILE } from '../lib/examples';
import { indexedBlock, type Ready, startService } from './bench/service';

const [CHAIN, NETWORK] = ['31337', 'demo'];
const BLOCKS = 40;
/** Counted by the minute. */
const USAGE_MS = 90_000;
const MAX_TRIES = 200;
/** In place of secrets and signatures, though those of the demo are gone with it. */
const SECRET = '5f0c3a2b1d4e6f70'.repeat(4);
/** In place of the demo's own URLs. */
const [HOOK, API, FILES] = ['https://example.com/hooks/chain', 'https://api.example.com', 'https://files.example.com'];

type Json = Readonly<Record<string, unknown>>;
interface Request {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Of lists, the first row is enough. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      if (name === 'secret') return [name, SECRET];
      if (name === 'downloadUrl') return [name, String(one).split('?')[0]];
      return [name, shortened(one)];
    }),
  );
}

async function record(): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'examples-'));
  const demo = await startDemo({ dataDir: join(dir, 'demo') });
  const chains = demo.chains.map((chain) => ({ ...chain, traces: true }));
  const { child, ready } = await startService(dir, { chains, pChains: demo.pChains, webhookLoopback: true });
  const receiver = createServer((request, response) => request.resume().on('end', () => response.end('ok')));
  receiver.listen(0, '127.0.0.1');
  try {
    console.log(`Indexing ${BLOCKS} blocks of the demo…`);
    while ((await indexedBlock(ready, `chain-${CHAIN}`)) < BLOCKS) await sleep(500);
    const hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks/chain`;
    const examples = await callAll(ready, demo, hook);
    const text = JSON.stringify(examples, null, 2)
      .replaceAll(hook, HOOK)
      .replaceAll(ready.dataUrl, API)
      .replaceAll(ready.awsUrls.s3, FILES);
    writeFileSync(EXAMPLES_FILE, `${text}\n`);
    console.log(
      `${Object.values(examples).filter((one) => one !== undefined).length} examples in ${EXAMPLES_FILE}. Run \`npm run docs\` next.`,
    );
  } finally {
    receiver.close();
    child.kill('SIGTERM');
    await once(child, 'exit');
    await demo.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

type Answers = Record<string, unknown>;
type Call = <T extends Json>(id: string, request?: Request) => Promise<T>;

async function callAll(ready: Ready, demo: Demo, hook: string): Promise<Answers> {
  const examples: Answers = {};
  const send = async (id: string, { params = {}, query = {}, body }: Request): Promise<Response> => {
    const endpoint = endpoints.find((one) => one.id === id);
    if (!endpoint) throw new Error(`no endpoint ${id}`);
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? name));
    return fetch(`${ready.dataUrl}${path}?${new URLSearchParams(query)}`, {
      method: endpoint.method,
      headers: {
        'x-service-api-key': ready.apiKeys.pro,
        ...(id === 'callMcp' ? { accept: 'application/json, text/event-stream' } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  };
  const call = async <T extends Json>(id: string, request: Request = {}): Promise<T> => {
    const answer = await send(id, request);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${id} answered ${answer.status}: ${text}`);
    examples[id] = shortened(JSON.parse(text));
    return JSON.parse(text) as T;
  };
  await callWrites(call, hook);
  const values = await findValues(call, demo);
  await callOthers(call, values, demo.contracts);
  console.log('Waiting for the usage to be counted…');
  await sleep(USAGE_MS);
  for (const endpoint of endpoints.filter((one) => one.method === 'GET' && isExample(one)))
    examples[endpoint.id] ??= await firstFilled(endpoint, values, (request) => send(endpoint.id, request));
  return Object.fromEntries(Object.entries(examples).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

const isExample = ({ aliasOf, contentType, id }: RegisteredEndpoint): boolean =>
  aliasOf === undefined && contentType === undefined && id !== 'openapiDocument';

/** Webhooks, secrets, exports and the other requests that are no GET, in an order that works. */
async function callWrites(call: Call, url: string): Promise<void> {
  const { transactions } = await call<{ transactions: { from: { address: string } }[] }>('listLatestTransactions', {
    params: { chainId: CHAIN },
  });
  const addresses = [...new Set(transactions.map(({ from }) => from.address))].slice(0, 2);
  const other = `0x${'71C7656EC7ab88b098defB751B7401B5f6d8976F'.toLowerCase()}`;
  const body = { eventType: 'address_activity', chainId: CHAIN, url, metadata: { addresses }, name: 'treasury' };
  const { id } = await call<{ id: string }>('createWebhook', { body });
  const params = { id };
  await call('addAddressesToWebhook', { params, body: { addresses: [other] } });
  await call('getAddressesFromWebhook', { params });
  await call('removeAddressesFromWebhook', { params, body: { addresses: [other] } });
  await call('updateWebhook', { params, body: { description: 'Deposits to the treasury.' } });
  await call('getSharedSecret');
  await call('generateOrRotateSharedSecret');
  await call('generateOrRotateWebhookSecret', { params });
  await call('getWebhookSecret', { params });
  await call('removeWebhookSecret', { params });
  await call('testWebhook', { params });
  console.log('Waiting for messages and their attempts…');
  await sleep(8_000);
  const { messages } = await call<{ messages: { messageId: string; attempts: unknown[] }[] }>('listWebhookMessages', {
    params,
    query: { status: 'delivered' },
  });
  await call('replayMessage', { params: { id, messageId: messages.at(-1)?.messageId ?? '' } });
  await call('replayMessages', { params, body: { fromBlock: 1 } });
  await call('getWebhookFeed', { params, query: { limit: '1' } });
  await call('getWebhookStats', { params });
  await call('getWebhook', { params });
  await call('listWebhooks');
  await call('deactivateWebhook', { params });
  const options = { addresses, includeChains: [CHAIN] };
  const first = await call<{ operationId: string }>('exportTransactions', {
    body: { type: 'TRANSACTION_EXPORT_EVM', options },
  });
  await call('cancelOperation', { params: { operationId: first.operationId } });
  const { operationId } = await call<{ operationId: string }>('exportTransactions', {
    body: { type: 'TRANSACTION_EXPORT_EVM', options },
  });
  for (let status = 'RUNNING'; status === 'RUNNING'; await sleep(500))
    status = (await call<{ operationStatus: string }>('getOperation', { params: { operationId } })).operationStatus;
  await call('listOperations');
  const query = { chainid: CHAIN, module: 'account', action: 'balance', address: addresses[0] ?? '' };
  await call('callEtherscan', { query });
  await call('postEtherscan', { query });
  await call('callMcp', {
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'supportedChains', arguments: {} } },
  });
}

/** POSTs that only read, and one that asks for metadata again. */
async function callOthers(call: Call, values: Values, { collectible }: Demo['contracts']): Promise<void> {
  const endpoint = endpoints.find(({ id }) => id === 'getUtxosByAddresses') as RegisteredEndpoint;
  const [tokenId = ''] = values(endpoint, 'tokenId');
  await call('reindexNft', { params: { chainId: CHAIN, address: collectible, tokenId } });
  const params = { network: NETWORK, blockchainId: 'p-chain' };
  const body = { addresses: values(endpoint, 'addresses')[0] };
  await call('getUtxosByAddressesV2', { params, body });
  await call('getLastActivityTimestampByAddressesV2', { params, body });
}

/** One of several parameters is required. */
const ALSO: Readonly<Record<string, string>> = {
  listHistoricalPrimaryNetworkRewards: 'nodeIds',
  listPendingPrimaryNetworkRewards: 'nodeIds',
};

type Values = (endpoint: RegisteredEndpoint, name: string) => readonly string[];

/** Candidates for each parameter, as the demo has them. */
async function findValues(call: Call, { contracts }: Demo): Promise<Values> {
  const { token, dollar, collectible, items, workshop } = contracts;
  const chain = { params: { chainId: CHAIN } };
  const { transactions } = await call<{ transactions: { txHash: string; from: { address: string } }[] }>(
    'listLatestTransactions',
    { ...chain, query: { pageSize: '100' } },
  );
  const network = { network: NETWORK };
  const pChain = { ...network, blockchainId: 'p-chain' };
  const messages = await call<{ messages: { messageId: string; from: string }[] }>('listTeleporterMessages');
  const validators = await call<{ validators: { nodeId: string; txHash: string }[] }>('listValidators', {
    params: network,
  });
  const l1 = await call<{ validators: { nodeId: string; validationId: string; subnetId: string }[] }>(
    'listL1Validators',
    { params: network },
  );
  const subnets = await call<{ subnets: { subnetId: string }[] }>('listSubnets', { params: network });
  const pTransactions = await call<{ transactions: { txHash: string; consumedUtxos: { assetId?: string }[] }[] }>(
    'listLatestPrimaryNetworkTransactions',
    { params: pChain },
  );
  const blockchains = await call<{ blockchains: { blockchainId: string }[] }>('listBlockchains', { params: network });
  const isPChain = ({ path }: RegisteredEndpoint): boolean => path.includes('/networks/');
  const senders = [...new Set(transactions.map(({ from }) => from.address))];
  const read = JSON.stringify([pTransactions, validators]);
  const assets = [...new Set(read.match(/(?<="assetId":")\w+/g))];
  const owners = [...new Set(read.match(/[a-z]+1[02-9ac-hj-np-z]{38}/g))];
  return (endpoint, name) => {
    switch (name) {
      case 'chainId':
        return [CHAIN];
      case 'network':
        return [NETWORK];
      case 'blockchainId':
        return endpoint.id === 'getBlockchainById'
          ? blockchains.blockchains.map((one) => one.blockchainId)
          : ['p-chain'];
      case 'address':
        return [...messages.messages.map(({ from }) => from), ...senders, token, dollar, collectible, items, workshop];
      case 'addresses':
        return [owners.slice(0, 20).join(',')];
      case 'nodeIds':
        return [
          [...validators.validators, ...l1.validators]
            .map(({ nodeId }) => nodeId)
            .slice(0, 20)
            .join(','),
        ];
      case 'blockId':
        return isPChain(endpoint) ? ['10', '5', '1'] : ['20', '21', '22'];
      case 'txHash':
        return (isPChain(endpoint) ? pTransactions.transactions : transactions).map(({ txHash }) => txHash);
      case 'tokenId':
        return ['1', '2', '3', '10'];
      case 'messageId':
        return messages.messages.map(({ messageId }) => messageId);
      case 'nodeId':
        return [...validators.validators, ...l1.validators].map(({ nodeId }) => nodeId);
      case 'l1ValidationId':
        return l1.validators.map(({ validationId }) => validationId);
      case 'subnetId':
        return [...l1.validators, ...subnets.subnets].map(({ subnetId }) => subnetId);
      case 'assetId':
        return assets;
      case 'metric':
        return choices(endpoint);
      default:
        return [];
    }
  };
}

/** Of an enum in the path. */
const choices = ({ params }: RegisteredEndpoint): string[] => {
  const { metric } = params.shape as { metric?: { options?: string[] } };
  return metric?.options ?? [];
};

/** Of the answers to all candidates, the one with the fewest empty lists. */
async function firstFilled(
  endpoint: RegisteredEndpoint,
  values: Values,
  send: (request: Request) => Promise<Response>,
): Promise<unknown> {
  const query: Record<string, string> = {};
  const also = ALSO[endpoint.id];
  if (also !== undefined) query[also] = values(endpoint, also)[0] ?? '';
  for (const [name, schema] of Object.entries(endpoint.query.shape))
    if (!(schema as { safeParse(value: unknown): { success: boolean } }).safeParse(undefined).success)
      query[name] = values(endpoint, name)[0] ?? '1';
  let requests: Record<string, string>[] = [{}];
  for (const name of Object.keys(endpoint.params.shape))
    requests = requests.flatMap((params) => values(endpoint, name).map((value) => ({ ...params, [name]: value })));
  let best: { readonly text: string; readonly missing: number } | undefined;
  for (const params of requests.slice(0, MAX_TRIES)) {
    const answer = await send({ params, query });
    const text = await answer.text();
    const missing = text.split('[]').length - 1;
    if (answer.ok && (!best || missing < best.missing)) best = { text, missing };
    if (best?.missing === 0) break;
  }
  if (!best) console.warn(`${endpoint.id}: no example`);
  return best && shortened(JSON.parse(best.text));
}

new Command('npm run record:examples --')
  .description(`Record an answer of each endpoint over the demo in ${EXAMPLES_FILE}, for the OpenAPI document.`)
  .addHelpText('after', '\nExample:\n  npm run record:examples')
  .action(record)
  .parse();
