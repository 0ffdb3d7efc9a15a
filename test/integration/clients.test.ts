import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Demo, startDemo } from '../../demo/demo';
import { type ReplayNode, startReplayNode } from '../../demo/p-chain/replay-node';
import { INTERVALS } from '../../lambdas/core/contract/intervals';
import { CHAIN_METRICS, L1_METRICS, NETWORK_METRICS, ROLLING_METRICS } from '../../lambdas/metrics/contract/schemas';
import { startReceiver } from '../support/service/receiver';
import { folder, type Json, removeFolders, Service, wait } from '../support/service/service';

const CHAIN = '31337';
/** At this height of the recording some stakes and L1 validators are active, and others have ended. */
const HEIGHT = 212;
/** The samples run here, so that their imported packages are found. */
const SAMPLES = resolve('test/client/guide');

/** Hop-by-hop headers. */
const OF_HOP = new Set(['host', 'connection', 'content-length', 'transfer-encoding']);

/** Renames the recorded network to `fuji`, as the clients know only public networks, and records each answer's plan. */
async function renamingProxy(target: string) {
  const policies: string[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const headers = Object.entries(request.headers as Record<string, string>).filter(([name]) => !OF_HOP.has(name));
    const path = String(request.url).replace('/networks/fuji', '/networks/demo');
    const body = parts.length > 0 ? { body: Buffer.concat(parts) } : {};
    const answer = await fetch(target + path, { method: String(request.method), headers, ...body });
    const text = (await answer.text()).replaceAll('"network":"demo"', '"network":"fuji"');
    policies.push(answer.headers.get('ratelimit-policy') ?? '');
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' }).end(text);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    policies,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Calls a function of a client by its name, such as `data.evm.blocks.get`. */
function call(client: object, path: string, request?: object): Promise<Json> {
  const names = path.split('.');
  const owner = names.slice(0, -1).reduce<object>((part, name) => Reflect.get(part, name), client);
  return Reflect.apply(Reflect.get(owner, names.at(-1) ?? ''), owner, request === undefined ? [] : [request]);
}

type Call = readonly [path: string, request?: object];

/** The failures of calls, and the calls with an empty page. Pages have their answer in `result`. */
async function getOutcomes(client: object, calls: readonly Call[]) {
  const failures: string[] = [];
  const empty: string[] = [];
  for (const [path, request] of calls)
    try {
      const answer = await call(client, path, request);
      const lists = Object.values((answer?.result ?? {}) as Json).filter((value) => Array.isArray(value));
      if (lists.length > 0 && lists.every((list) => list.length === 0)) empty.push(path);
    } catch (error) {
      failures.push(`${path} ${JSON.stringify(request)}: ${error}`);
    }
  return { failures, empty };
}

describe('the guide on published clients', () => {
  let demo: Demo;
  let node: ReplayNode;
  let service: Service;
  let proxy: Awaited<ReturnType<typeof renamingProxy>>;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let avalanche: object;
  const before = { ...process.env };
  const { fetch } = globalThis;
  /** Hosts other than this machine: telemetry, and hosted services that clients know. */
  const hosts: string[] = [];

  beforeAll(async () => {
    globalThis.fetch = (input, init) => {
      const { hostname } = new URL(input instanceof Request ? input.url : input);
      if (hostname === '127.0.0.1') return fetch(input, init);
      hosts.push(hostname);
      return Promise.resolve(new Response());
    };
    demo = await startDemo({ dataDir: folder() });
    node = await startReplayNode({ fromHeight: HEIGHT, startedAt: 0, now: () => 0 });
    receiver = await startReceiver();
    const [chain, ...chains] = demo.chains;
    service = await new Service({
      chains: [{ ...chain, publicRpcUrl: chain?.rpcUrl }, ...chains],
      pChains: [{ network: 'demo', rpcUrl: node.url, index: true, genesis: node.genesis(), pollIntervalMs: 50 }],
      webhookLoopback: true,
      keyHeaders: ['x-service-api-key', 'x-glacier-api-key'],
      contractVersion: '2026-05',
    }).start();
    proxy = await renamingProxy(service.urls.dataUrl);
    const { rpcUrl, apiKeys } = service.urls;
    Object.assign(process.env, { URL: proxy.url, KEY: apiKeys.pro, RPC_URL: rpcUrl });
    rmSync(SAMPLES, { recursive: true, force: true });
    mkdirSync(SAMPLES);
    const blocks = readFileSync('docs/guides/clients.md', 'utf8').matchAll(/^```js\n(.*?)^```/gms);
    for (const [i, [, code = '']] of [...blocks].entries())
      writeFileSync(`${SAMPLES}/${i === 0 ? 'avalanche' : i}.mjs`, code);
    avalanche = (await sample('avalanche')) as object;
    await service.indexed(CHAIN, 20);
    for (const until = Date.now() + 120_000; Date.now() < until; await wait(100))
      if ((await service.get(`${P_CHAIN}/blocks/${node.height()}`)).status === 200) break;
  });
  afterEach(() => expect(hosts.splice(0)).toEqual([]));
  afterAll(async () => {
    globalThis.fetch = fetch;
    for (const name of ['URL', 'KEY', 'RPC_URL'])
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    rmSync(SAMPLES, { recursive: true, force: true });
    proxy?.stop();
    await service?.stop();
    await receiver?.stop();
    await node?.stop();
    await demo?.stop();
    removeFolders();
  });

  const P_CHAIN = '/v1/networks/demo/blockchains/p-chain';
  /** The first export of a sample. */
  const sample = async (name: string): Promise<unknown> =>
    Object.values(await import(pathToFileURL(`${SAMPLES}/${name}.mjs`).href))[0];
  /** The rows of a list of the service. */
  const rows = async (path: string, field: string): Promise<Json[]> => (await service.get(path)).body[field] as Json[];
  const first = async (path: string, field: string): Promise<Json> => (await rows(path, field))[0] ?? {};

  test('chainkit parses answers about EVM chains', async () => {
    const { token: address, collectible, items } = demo.contracts;
    const [block, transaction, message] = await Promise.all([
      first(`/v1/chains/${CHAIN}/blocks`, 'blocks'),
      first(`/v1/chains/${CHAIN}/transactions`, 'transactions'),
      first('/v1/icm/messages', 'messages'),
    ]);
    const person = (transaction.from as Json).address;
    const deployment = await service.get(`/v1/chains/${CHAIN}/contracts/${address}/transactions:getDeployment`);
    const deployer = ((deployment.body.nativeTransaction as Json).from as Json).address;
    const nft = await first(`/v1/chains/${CHAIN}/nfts/collections/${collectible}/tokens`, 'tokens');
    const getReceiver = async (contract: string) => {
      const { to } = await first(`/v1/chains/${CHAIN}/tokens/${contract}/transfers`, 'transfers');
      return { chainId: CHAIN, address: (to as Json).address };
    };
    const [holder, mint, itemOwner] = [
      await getReceiver(address),
      await getReceiver(collectible),
      await getReceiver(items),
    ];
    const [of, by] = [
      { chainId: CHAIN, address },
      { chainId: CHAIN, address: person },
    ];
    const [chainId, network] = [{ chainId: CHAIN }, { network: 'testnet' }];
    const getMessage = { messageId: message.messageId };
    const sender = { address: message.from, ...network };
    const between = { blockchainId: message.sourceBlockchainId };
    const calls: Call[] = [
      ['data.healthCheck'],
      ['data.liveCheck'],
      ['data.evm.chains.list', {}],
      ['data.evm.chains.list', { network: 'fuji', feature: 'webhooks' }],
      ['data.evm.chains.get', chainId],
      ['data.evm.chains.getAddressChains', { address: person }],
      ['data.evm.chains.listAllLatestBlocks', network],
      ['data.evm.chains.listAllLatestTransactions', network],
      ['data.evm.address.chains.list', { address: person }],
      ['data.evm.blocks.listLatest', chainId],
      ['data.evm.blocks.listLatestAllChains', network],
      ['data.evm.blocks.get', { ...chainId, blockId: block.blockNumber }],
      ['data.evm.blocks.get', { ...chainId, blockId: block.blockHash }],
      ['data.evm.blocks.listTransactions', { ...chainId, blockId: transaction.blockHash }],
      ['data.evm.transactions.listLatest', chainId],
      ['data.evm.transactions.listLatest', { ...chainId, status: 'failed' }],
      ['data.evm.transactions.listLatestAllChains', { ...network, status: 'success' }],
      ['data.evm.transactions.get', { ...chainId, txHash: transaction.txHash }],
      ['data.evm.contracts.getMetadata', of],
      ['data.evm.contracts.getMetadata', { ...chainId, address: collectible }],
      ['data.evm.contracts.getMetadata', { ...chainId, address: items }],
      ['data.evm.contracts.getDeploymentTransaction', of],
      ['data.evm.contracts.listTransfers', of],
      ['data.evm.contracts.listTransfers', { ...chainId, address: collectible }],
      ['data.evm.contracts.listTransfers', { ...chainId, address: items }],
      ['data.evm.address.contracts.listDeployments', { ...chainId, address: deployer }],
      ['data.evm.address.balances.getNative', by],
      ['data.evm.address.balances.getNative', { ...by, currency: 'usd' }],
      ['data.evm.address.balances.getNative', { ...by, blockNumber: '5' }],
      ['data.evm.address.balances.listErc20', holder],
      ['data.evm.address.balances.listErc20', { ...holder, filterSpamTokens: false, contractAddresses: address }],
      ['data.evm.address.balances.listErc721', mint],
      ['data.evm.address.balances.listErc1155', itemOwner],
      ['data.evm.address.balances.listCollectibles', mint],
      ['data.evm.address.transactions.list', { ...by, sortOrder: 'asc' }],
      ['data.evm.address.transactions.listNative', by],
      ['data.evm.address.transactions.listErc20', holder],
      ['data.evm.address.transactions.listErc721', mint],
      ['data.evm.address.transactions.listErc1155', itemOwner],
      ['data.nfts.list', { ...chainId, address: collectible }],
      ['data.nfts.list', { ...chainId, address: items }],
      ['data.nfts.get', { ...chainId, address: collectible, tokenId: nft.tokenId }],
      ['data.nfts.reindex', { ...chainId, address: collectible, tokenId: nft.tokenId }],
      ['data.icm.list', between],
      ['data.icm.get', getMessage],
      ['data.icm.listByAddress', sender],
      ['data.teleporter.listTeleporterMessages', between],
      ['data.teleporter.getTeleporterMessage', getMessage],
      ['data.teleporter.listTeleporterMessagesByAddress', sender],
    ];
    expect(await getOutcomes(avalanche, calls)).toEqual({ failures: [], empty: [] });
    expect(calls).toHaveLength(49);
  });

  test('chainkit parses answers about the P-Chain', async () => {
    const of = (path: string, field: string) => rows(`/v1/networks/demo/${path}`, field);
    const [active, [ended], [subnet], [l1], transactions, [delegator], [created]] = await Promise.all([
      of('validators?validationStatus=active', 'validators'),
      of('validators?validationStatus=completed', 'validators'),
      of('subnets', 'subnets'),
      of('l1Validators?includeInactiveL1Validators=true', 'validators'),
      rows(`${P_CHAIN}/transactions?pageSize=100`, 'transactions'),
      of('delegators', 'delegators'),
      of('blockchains', 'blockchains'),
    ]);
    const owners = transactions.flatMap(({ emittedUtxos }) =>
      (emittedUtxos as Json[]).flatMap((utxo) => utxo.addresses),
    );
    const [network, [validator]] = [{ network: 'fuji' }, active];
    const nodeId = validator?.nodeId;
    const chain = { ...network, blockchainId: 'p-chain' };
    const addresses = [...new Set(owners)].slice(0, 10).join();
    const body = { ...chain, primaryNetworkAddressesBodyDto: { addresses } };
    const [transaction] = transactions;
    const validators = 'data.primaryNetwork.listValidators';
    const calls: Call[] = [
      ['data.primaryNetwork.getNetworkDetails', network],
      ['data.primaryNetwork.listBlockchains', network],
      ['data.primaryNetwork.getBlockchainById', { ...network, blockchainId: created?.blockchainId }],
      ['data.primaryNetwork.listSubnets', { ...network, sortOrder: 'asc' }],
      ['data.primaryNetwork.getSubnetById', { ...network, subnetId: subnet?.subnetId }],
      [validators, network],
      [validators, { ...network, validationStatus: 'active', sortBy: 'timeRemaining' }],
      [validators, { ...network, validationStatus: 'completed' }],
      [validators, { ...network, validationStatus: 'removed' }],
      [validators, { ...network, nodeIds: nodeId, subnetId: validator?.subnetId }],
      ['data.primaryNetwork.getValidatorDetails', { ...network, nodeId }],
      ['data.primaryNetwork.listDelegators', network],
      ['data.primaryNetwork.listDelegators', { ...network, nodeIds: delegator?.nodeId, delegationStatus: 'completed' }],
      ['data.primaryNetwork.listL1Validators', network],
      ['data.primaryNetwork.listL1Validators', { ...network, l1ValidationId: l1?.validationId }],
      [
        'data.primaryNetwork.listL1Validators',
        { ...network, subnetId: l1?.subnetId, includeInactiveL1Validators: true },
      ],
      ['data.primaryNetwork.getChainIdsForAddresses', { ...network, addresses }],
      ['data.primaryNetwork.balances.listByAddresses', { ...chain, addresses }],
      ['data.primaryNetwork.blocks.listLatest', chain],
      ['data.primaryNetwork.blocks.get', { ...chain, blockId: transaction?.blockNumber }],
      ['data.primaryNetwork.blocks.get', { ...chain, blockId: transaction?.blockHash }],
      ['data.primaryNetwork.transactions.listLatest', { ...chain, pageSize: 100 }],
      ['data.primaryNetwork.transactions.listLatest', { ...chain, addresses, sortOrder: 'asc' }],
      ['data.primaryNetwork.transactions.listLatest', { ...chain, txTypes: ['CreateSubnetTx', 'BaseTx'] }],
      ['data.primaryNetwork.transactions.get', { ...chain, txHash: transaction?.txHash }],
      ['data.primaryNetwork.transactions.get', { ...chain, txHash: ended?.txHash }],
      ['data.primaryNetwork.transactions.listActiveStakingTransactions', chain],
      ['data.primaryNetwork.utxos.listByAddresses', { ...chain, addresses, includeSpent: true }],
      ['data.primaryNetwork.utxos.listByAddressesV2', { ...body, sortBy: 'amount' }],
      ['data.primaryNetwork.utxos.getLastActivityTimestampByAddresses', { ...chain, addresses }],
      ['data.primaryNetwork.utxos.getLastActivityTimestampByAddressesV2', body],
      ['data.primaryNetwork.rewards.listHistoricalRewards', { ...network, nodeIds: ended?.nodeId }],
      [
        'data.primaryNetwork.rewards.listPendingRewards',
        { ...network, nodeIds: active.map((one) => one.nodeId).join() },
      ],
    ];
    expect(await getOutcomes(avalanche, calls)).toEqual({ failures: [], empty: [] });
    expect(calls).toHaveLength(33);
  });

  test('chainkit raises its own error if the data is not indexed', async () => {
    // `data.signatureAggregator` has no endpoints in this service.
    const asset = { network: 'fuji', blockchainId: 'x-chain' };
    const { failures } = await getOutcomes(avalanche, [
      ['avaxSupply.get'],
      ['data.primaryNetwork.vertices.listLatest', asset],
      [
        'data.primaryNetwork.blocks.listByNodeId',
        { ...asset, blockchainId: 'p-chain', nodeId: 'NodeID-111111111111111111116DBWJs' },
      ],
    ]);
    expect(
      failures.map((failure) => /: (\w+): .* (?:is|are) not indexed on this deployment/.exec(failure)?.[1]),
    ).toEqual(failures.map(() => 'NotFoundError'));
    expect(failures).toHaveLength(3);
  });

  test('chainkit parses every metric', async () => {
    const of = (path: string, field: string) => rows(`/v1/networks/demo/${path}`, field);
    const [[message], [l1]] = await Promise.all([
      rows('/v1/icm/messages', 'messages'),
      of('l1Validators?includeInactiveL1Validators=true', 'validators'),
    ]);
    const [chain, network] = [{ chainId: CHAIN }, { network: 'fuji' }];
    const source = { srcBlockchainId: message?.sourceBlockchainId };
    const both = { groupBy: 'srcBlockchainId,destBlockchainId', network: 'testnet' };
    const subnetId = l1?.subnetId;
    const calls: Call[] = [
      ['metrics.healthCheck'],
      ['metrics.liveCheck'],
      ['metrics.chains.list', { network: 'testnet' }],
      ['metrics.chains.get', chain],
      ...CHAIN_METRICS.map((metric): Call => ['metrics.chains.getMetrics', { ...chain, metric }]),
      ...INTERVALS.map(
        (timeInterval): Call => ['metrics.chains.getMetrics', { ...chain, metric: 'activeAddresses', timeInterval }],
      ),
      ...ROLLING_METRICS.map((metric): Call => ['metrics.chains.getRollingWindowMetrics', { ...chain, metric }]),
      ['metrics.chains.getMetrics', { chainId: 'total', metric: 'txCount' }],
      ['metrics.chains.getRollingWindowMetrics', { chainId: 'testnet', metric: 'activeAddresses' }],
      ['metrics.chains.getICMSummary', {}],
      ['metrics.chains.getICMSummary', { ...source, ...both }],
      ['metrics.chains.getICMTimeseries', { ...source, timeInterval: 'hour' }],
      ['metrics.chains.getICMTimeseries', both],
      ...NETWORK_METRICS.map((metric): Call => ['metrics.networks.getStakingMetrics', { ...network, metric }]),
      ['metrics.networks.getStakingMetrics', { ...network, metric: 'validatorCount', subnetId }],
      ['metrics.subnets.getValidators', { subnetId: '11111111111111111111111111111111LpoYY' }],
      ...L1_METRICS.network.map((metric): Call => ['metrics.l1Validators.listMetrics', { metric }]),
      ...L1_METRICS.subnet.map((metric): Call => ['metrics.l1Validators.getMetricsBySubnetId', { metric, subnetId }]),
      ...L1_METRICS.node.map(
        (metric): Call => ['metrics.l1Validators.getMetricsByNodeId', { metric, nodeId: l1?.nodeId }],
      ),
      ...L1_METRICS.validation.map(
        (metric): Call => [
          'metrics.l1Validators.getMetricsByValidationId',
          { metric, l1ValidationId: l1?.validationId },
        ],
      ),
    ];
    // No day of the recorded network has ended, so it has no fees yet.
    expect(await getOutcomes(avalanche, calls)).toEqual({ failures: [], empty: [] });
    expect(calls).toHaveLength(60);
    const { failures } = await getOutcomes(avalanche, [
      ['metrics.chains.listBTCbBridgersAboveThreshold', { threshold: '1' }],
    ]);
    expect(failures).toEqual([expect.stringContaining('NotFoundError: chain 43114 was not found')]);
  });

  test('chainkit parses answers about usage', async () => {
    // No row is needed: usage is fresh within two minutes.
    const { failures } = await getOutcomes(avalanche, [
      ['data.usageMetrics.getUsage', { timeInterval: 'hourly', groupBy: 'requestPath' }],
      ['data.usageMetrics.getLogs', {}],
      ['data.usageMetrics.getSubnetRpcUsage', { timeInterval: 'hourly' }],
      ['data.usageMetrics.getRpcUsageMetrics', { timeInterval: 'hourly' }],
    ]);
    expect(failures).toEqual([]);
  });

  test('the key of each client selects the plan', async () => {
    const { apiKeys } = service.urls;
    process.env.KEY = apiKeys.base;
    const clients = [
      ['avalanche', 'data.evm.chains.list'],
      ['2', 'data.evm.chains.list'],
      ['3', 'evmChains.supportedChains'],
    ] as const;
    for (const [name, path] of clients) {
      proxy.policies.length = 0;
      const answer = await call((await sample(name)) as object, path, {});
      expect([name, (answer.chains as Json[]).map((chain) => chain.chainId)]).toEqual([name, [CHAIN, '31338']]);
      expect([name, proxy.policies]).toEqual([name, [expect.stringContaining('"day";q=1000000;w=86400')]]);
    }
    proxy.policies.length = 0;
    expect(await sample('1')).toHaveLength(2);
    expect(proxy.policies).toEqual([expect.stringContaining('"day";q=1000000;w=86400')]);
    process.env.KEY = apiKeys.pro;
  });

  test('chainkit manages a webhook, and verifies its message', async () => {
    const [account = ''] = (await rows(`/v1/chains/${CHAIN}/transactions`, 'transactions')).map(({ from }) =>
      String((from as Json).address),
    );
    const webhook = await call(avalanche, 'webhooks.create', {
      ...{ eventType: 'address_activity', chainId: CHAIN, url: `${receiver.url}/hook` },
      metadata: { addresses: [account] },
    });
    await receiver.until(1);
    const read = (await sample('4')) as (request: object) => Promise<{ messageId: string; event: Json }>;
    const [message] = receiver.received;
    if (!message) throw new Error('no message was received');
    const request = {
      method: 'POST',
      url: `${receiver.url}/hook`,
      headers: message.headers,
      body: String(message.raw),
    };
    const { event, ...envelope } = await read(request);
    expect(envelope).toMatchObject({ webhookId: webhook.id, messageId: message.body.messageId });
    expect((event.transaction as Json).blockNumber).toMatch(/^\d+$/);
    const forged = request.body.replace('address_activity', 'address_activitY');
    await expect(read({ ...request, body: forged })).rejects.toThrow('Invalid signature');

    const id = { id: webhook.id };
    const other = { addressesChangeRequest: { addresses: [demo.contracts.token] } };
    const calls: Call[] = [
      ['webhooks.list', { status: 'active' }],
      ['webhooks.get', id],
      ['webhooks.update', { ...id, updateWebhookRequest: { name: 'renamed' } }],
      ['webhooks.addresses.add', { ...id, ...other }],
      ['webhooks.addresses.list', id],
      ['webhooks.addresses.remove', { ...id, ...other }],
      ['webhooks.generateOrRotateSharedSecret'],
      ['webhooks.deactivate', id],
    ];
    expect(await getOutcomes(avalanche, calls)).toEqual({ failures: [], empty: [] });
  });

  test('avalanchejs reads the P-Chain, and viem the public endpoint of an EVM chain', async () => {
    const pChain = (await sample('5')) as object;
    expect(await call(pChain, 'getHeight')).toEqual({ height: String(node.height()) });
    expect(await call(pChain, 'getFeeState')).toMatchObject({ capacity: expect.any(BigInt) });
    const block = Number(await call((await sample('6')) as object, 'getBlockNumber'));
    expect(block).toBeGreaterThanOrEqual(20);
  });
});
