import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { startAnvil } from '../demo/anvil';
import { type Generated, type GenerateOptions, generateChain } from '../demo/generate';
import { addressOf } from '../demo/random';
import type { EndpointSpec } from '../lambdas/contract/endpoint';
import { METRIC } from '../lambdas/contract/metrics';
import { endpoints } from '../lambdas/contract/registry';
import { buildAssets } from '../lib/assets';
import { parseConfig } from '../lib/config';
import { bundleSize, fileOf, loadTime } from './bench/bundles';
import { benchExports } from './bench/exports';
import { load, rateCells } from './bench/load';
import { benchNodeRpc } from './bench/node-rpc';
import { benchPChain } from './bench/p-chain';
import { logLines, peakMemory, type Ready, startService } from './bench/service';
import { benchTeleporter } from './bench/teleporter';
import { benchWebhooks } from './bench/webhooks';

const CHAIN = '31337';
/** Write units of a native transaction with all its rows. Everything above that is attributed to transfers. */
const NATIVE_WRITE_UNITS = 3.25;

/** Blocks of one transaction of the P-chain in place of a block of 20. */
const P_CHAIN_BLOCKS = 10;

/** The follower logs its metrics every 10 s: after this delay all of them are written. */
const METRICS_DELAY_MS = 11_000;

interface Options {
  readonly blocks: string;
  readonly seconds: string;
  readonly kind: 'mixed' | 'erc20' | 'tokens' | 'webhooks' | 'node-rpc' | 'teleporter' | 'exports' | 'p-chain';
  readonly slowBurst: string;
}

/** Prints the budgeted figures, measured on a generated chain. It asserts nothing, because times depend on the machine. */
async function bench({ kind, slowBurst, ...options }: Options): Promise<void> {
  if (kind === 'mixed' || kind === 'erc20' || kind === 'tokens') await benchChain({ kind, ...options });
  if (kind === 'webhooks' || kind === 'mixed') await benchWebhooks(Number(slowBurst));
  if (kind === 'node-rpc' || kind === 'mixed') await benchNodeRpc(Number(options.seconds));
  if (kind === 'teleporter' || kind === 'mixed') await benchTeleporter(Number(options.seconds));
  if (kind === 'exports' || kind === 'mixed') await benchExports(Number(options.blocks));
  if (kind === 'p-chain' || kind === 'mixed') await benchPChain(P_CHAIN_BLOCKS * Number(options.blocks));
}

/** How fast a chain is indexed, and what its endpoints cost. */
async function benchChain({
  blocks,
  seconds,
  kind,
}: Omit<Options, 'kind' | 'slowBurst'> & { readonly kind: GenerateOptions['kind'] }): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'bench-'));
  const anvil = await startAnvil({ chainId: Number(CHAIN) });
  let stop = () => {};
  try {
    console.log(`Generating ${blocks} blocks of 20 transactions (${kind})…`);
    const options = { url: anvil.url, transactionsPerBlock: 20, seed: 1, kind } as const;
    const made = await generateChain({ ...options, blocks: Number(blocks) });
    const { firstBlock, lastBlock, sent } = made;
    const { child, ready } = await startService(dir, {
      chains: [
        {
          chainId: CHAIN,
          network: 'testnet',
          rpcUrl: anvil.url,
          callsPerSecond: 100_000,
          // Tracing on the same machine would slow down the indexing that is being measured.
          traces: kind === 'tokens',
          backfillWriteUnitsPerSecond: 1_000_000,
        },
      ],
      plans: { pro: { rate: 100_000, burst: 100_000, quotaPerDay: 1_000_000_000 } },
      openEndpoints: { rate: 100_000, burst: 100_000 },
    });
    stop = () => child.kill('SIGTERM');
    const { first, took } = await untilIndexed(ready.dataUrl, lastBlock, kind === 'tokens');
    const rate = (lastBlock - first) / took;
    const transactions = (lastBlock - firstBlock + 1) * 20;
    const transfers = sent.erc20 + sent.erc721 + sent.erc1155;
    const share = transfers / transactions;
    console.log(
      `\nIndexing: ${rate.toFixed(0)} blocks/s, ${(rate * 20).toFixed(0)} transactions/s, ${(rate * 20 * share).toFixed(0)} token transfers/s. Peak memory of the service, including the store and all functions: ${peakMemory(child.pid)} MB`,
    );
    await new Promise((resolve) => setTimeout(resolve, METRICS_DELAY_MS));
    const lines = logLines(dir);
    const total = (name: string) => lines.reduce((sum, line) => sum + (Number(line[name]) || 0), 0);
    const units = total(METRIC.writeUnits);
    console.log(
      `Writes: ${(units / transactions).toFixed(2)} WRU per transaction${transfers > 0 ? `, ${((units - NATIVE_WRITE_UNITS * transactions) / transfers).toFixed(2)} more per transfer` : ''}, ${(units / lastBlock).toFixed(1)} per block, including first-seen addresses. Node: ${(total(METRIC.nodeCalls) / lastBlock).toFixed(2)} calls per block, including polling and balances`,
    );
    await measureEndpoints(dir, ready, made, Number(seconds));
  } finally {
    stop();
    await anvil.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Prints a line for each endpoint: its bundle size, what a call costs, and how fast it responds. */
async function measureEndpoints(dir: string, ready: Ready, made: Generated, seconds: number): Promise<void> {
  const key = ready.apiKeys.pro;
  const { pathOf, isThere } = await examples(ready, made);
  const { api: folder } = await buildAssets(parseConfig({}, 'bench'), 1_000, join(dir, 'functions'));
  console.log(
    `\n${'Endpoint, pages of 100'.padEnd(34)}    kB  load ms  requests    RRU   1 conn: req/s   p50   p99   16 conn: req/s   p50   p99`,
  );
  for (const endpoint of endpoints.filter(({ method }) => method === 'GET')) {
    const path = pathOf(endpoint);
    if (!(await isThere(path))) {
      console.log(`${endpoint.id.padEnd(34)} no data on this chain`);
      continue;
    }
    const request = { path, method: 'GET', headers: { 'x-service-api-key': key } } as const;
    const one = await load(ready.dataUrl, request, 1, seconds);
    const sixteen = await load(ready.dataUrl, request, 16, seconds);
    const calls = logLines(dir).filter((line) => line.endpoint === endpoint.id);
    const mean = (name: string) =>
      calls.reduce((sum, call) => sum + Number(call[name] ?? 0), 0) / Math.max(1, calls.length);
    const cells = [
      endpoint.id.padEnd(34),
      (bundleSize(folder, endpoint) / 1_000).toFixed(0).padStart(5),
      loadTime(fileOf(folder, endpoint)).toFixed(0).padStart(8),
      mean('requests').toFixed(2).padStart(9),
      mean('readUnits').toFixed(2).padStart(6),
      ...rateCells([one, sixteen]),
    ];
    console.log(cells.join(' '));
  }
}

/** Waits until the last block and the history behind it are indexed, and returns the seconds. `first`: blocks indexed at the start. */
async function untilIndexed(dataUrl: string, last: number, traced: boolean): Promise<{ first: number; took: number }> {
  let [first, at] = [-1, 0];
  for (;;) {
    const health = (await (await fetch(`${dataUrl}/v1/health-check`)).json()) as { details?: Record<string, Progress> };
    const { indexedBlock = -1, tracedBlock = -1, backfill } = health.details?.[`chain-${CHAIN}`] ?? {};
    if (first < 0 && indexedBlock >= 0) [first, at] = [backfill ? backfill.next : indexedBlock, performance.now()];
    if (indexedBlock >= last && !backfill && (!traced || tracedBlock >= last))
      return { first: Math.max(0, first), took: Math.max(0.001, (performance.now() - at) / 1_000) };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

interface Progress {
  readonly indexedBlock?: number;
  readonly tracedBlock?: number;
  readonly backfill?: { readonly next: number };
}

/** A path to call for each endpoint, for the busiest address and the busiest contracts, with pages of 100 where it has pages. */
async function examples({ dataUrl, apiKeys }: Ready, { contracts }: Generated) {
  const get = (path: string) => fetch(dataUrl + path, { headers: { 'x-service-api-key': apiKeys.pro } });
  const newest = await get(`/v1/chains/${CHAIN}/transactions`);
  const { transactions } = (await newest.json()) as { transactions: { txHash: string }[] };
  const addresses: Record<string, string> = {
    getContractMetadata: contracts.token,
    getDeploymentTransaction: contracts.token,
    listTransfers: contracts.token,
    listContractDeployments: contracts.workshop,
    listInternalTransactions: contracts.workshop,
    listTokens: contracts.collectible,
    getTokenDetails: contracts.collectible,
  };
  const fill: Record<string, string> = {
    chainId: CHAIN,
    blockId: '20',
    txHash: transactions[0]?.txHash ?? '',
    tokenId: '1',
    file: 'swagger-ui.css',
  };
  return {
    pathOf({ id, path, query }: EndpointSpec): string {
      const address = addresses[id] ?? addressOf('address 0');
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => fill[name] ?? address);
      return filled + ('pageSize' in query.shape ? '?pageSize=100' : '');
    },
    isThere: async (path: string): Promise<boolean> => (await get(path)).status === 200,
  };
}

new Command('npm run bench --')
  .description(
    'Measures indexing, reading, bundles, webhooks, messages between chains, exports, the P-chain and the node RPC on generated chains and a recorded one, and prints tables to compare with the budgets.',
  )
  .option('--blocks <n>', `blocks of 20 transactions; of the P-chain ${P_CHAIN_BLOCKS} times as many of one`, '500')
  .addOption(
    new Option('--kind <kind>', 'kind of transactions')
      .choices(['mixed', 'erc20', 'tokens', 'webhooks', 'node-rpc', 'teleporter', 'exports', 'p-chain'])
      .default('mixed'),
  )
  .option('--seconds <n>', 'duration of the load, for each endpoint and number of connections', '2')
  .option(
    '--slow-burst <n>',
    'the largest burst to a receiver that takes two seconds: 100, or 5000 (a quarter of an hour)',
    '100',
  )
  .addHelpText(
    'after',
    '\nExamples:\n  $ npm run bench -- --blocks 3000 --kind erc20    speed of indexing transfers\n  $ npm run bench -- --kind tokens                 cost of token lists when all of them are full\n  $ npm run bench -- --kind webhooks               latency and cost of webhook messages\n  $ npm run bench -- --kind node-rpc               the node RPC: rate, latency, and what its node is asked\n  $ npm run bench -- --kind teleporter             messages between chains: write units, and reads of their pages\n  $ npm run bench -- --kind exports --blocks 1400  rows a second, and what 1,000 rows cost\n  $ npm run bench -- --kind p-chain                the P-chain: blocks a second, write units, reads, a month of mainnet',
  )
  .action(bench)
  .parse();
