import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { startAnvil } from '../demo/anvil';
import { type GenerateOptions, generateChain } from '../demo/generate';
import { USED } from '../lambdas/core/contract/metrics';
import { benchCost } from './bench/cost';
import { measureEndpoints } from './bench/endpoints';
import { benchExports } from './bench/exports';
import { benchGroup } from './bench/group';
import { benchNodeRpc } from './bench/node-rpc';
import { benchPChain } from './bench/pchain';
import { benchRederive } from './bench/rederive';
import { CHAIN, getTotal, logLines, METRICS_DELAY_MS, peakMemory, startService, UNLIMITED } from './bench/service';
import { benchSpeed } from './bench/speed';
import { benchTeleporter } from './bench/teleporter';
import { untilWhole } from './bench/until-whole';
import { benchFeeds, benchWebhooks } from './bench/webhooks';
import { COST_COUNTS } from './docs/cost';

/** With all its rows. Everything beyond is attributed to transfers. */
const NATIVE_WRITE_UNITS = 3.25;

/** P-Chain blocks have one transaction instead of 20, so this many replace one. */
const P_CHAIN_BLOCKS = 10;

interface Options {
  readonly blocks: string;
  readonly seconds: string;
  readonly kind:
    | 'mixed'
    | 'erc20'
    | 'tokens'
    | 'webhooks'
    | 'feeds'
    | 'node-rpc'
    | 'teleporter'
    | 'rederive'
    | 'exports'
    | 'p-chain'
    | 'speed'
    | 'group';
  readonly slowBurst: string;
  readonly runs: string;
  readonly cost?: boolean;
  readonly write?: boolean;
}

/** Asserts nothing: times depend on the machine. */
async function bench({ kind, slowBurst, runs, cost, write = false, ...options }: Options): Promise<void> {
  if (cost) return benchCost(write);
  if (kind === 'mixed' || kind === 'erc20' || kind === 'tokens') await benchChain({ kind, ...options });
  if (kind === 'speed')
    await benchSpeed({ blocks: Number(options.blocks), runs: Number(runs), seconds: Number(options.seconds) });
  if (kind === 'rederive') await benchRederive({ blocks: Number(options.blocks) });
  if (kind === 'group') await benchGroup();
  if (kind === 'webhooks' || kind === 'mixed') await benchWebhooks(Number(slowBurst));
  if (kind === 'feeds') await benchFeeds();
  if (kind === 'node-rpc' || kind === 'mixed') await benchNodeRpc(Number(options.seconds));
  if (kind === 'teleporter' || kind === 'mixed') await benchTeleporter(Number(options.seconds));
  if (kind === 'exports' || kind === 'mixed') await benchExports(Number(options.blocks));
  if (kind === 'p-chain' || kind === 'mixed') await benchPChain(P_CHAIN_BLOCKS * Number(options.blocks));
}

async function benchChain({
  blocks,
  seconds,
  kind,
}: Pick<Options, 'blocks' | 'seconds'> & { readonly kind: GenerateOptions['kind'] }): Promise<void> {
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
          // Tracing competes for the same machine and would slow down the measured indexing.
          traces: kind === 'tokens',
        },
      ],
      ...UNLIMITED,
    });
    stop = () => child.kill('SIGTERM');
    const began = performance.now();
    const first = await untilWhole(ready, lastBlock, kind === 'tokens');
    const rate = (lastBlock - first) / ((performance.now() - began) / 1_000);
    const transactions = (lastBlock - firstBlock + 1) * 20;
    const transfers = sent.erc20 + sent.erc721 + sent.erc1155;
    const share = transfers / transactions;
    console.log(
      `\nIndexing: ${rate.toFixed(0)} blocks/s, ${(rate * 20).toFixed(0)} transactions/s, ${(rate * 20 * share).toFixed(0)} token transfers/s. Peak memory of the service, including the store and all functions: ${peakMemory(child.pid)} MB`,
    );
    await new Promise((resolve) => setTimeout(resolve, METRICS_DELAY_MS));
    const lines = logLines(dir);
    const total = (name: string) => getTotal(lines, name);
    const units = total(USED.writeUnits);
    console.log(
      `Writes: ${(units / transactions).toFixed(2)} WRU per transaction${transfers > 0 ? `, ${((units - NATIVE_WRITE_UNITS * transactions) / transfers).toFixed(2)} more per transfer` : ''}, ${(units / lastBlock).toFixed(1)} per block, including first-seen addresses. Node: ${(total(USED.nodeCalls) / lastBlock).toFixed(2)} calls per block, including polling and balances`,
    );
    await measureEndpoints(dir, ready, made, Number(seconds));
  } finally {
    stop();
    await anvil.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

new Command('npm run bench --')
  .description(
    'Measure indexing, reads, bundles, webhooks, cross-chain messages, exports, the P-Chain and the node RPC on generated and recorded chains, and print tables to compare with the budgets.',
  )
  .option(
    '--blocks <n>',
    `blocks of 20 transactions; on the P-Chain ${P_CHAIN_BLOCKS} times as many blocks of one`,
    '500',
  )
  .addOption(
    new Option('--kind <kind>', 'what to measure')
      .choices([
        'mixed',
        'erc20',
        'tokens',
        'webhooks',
        'feeds',
        'node-rpc',
        'teleporter',
        'exports',
        'p-chain',
        'speed',
        'group',
        'rederive',
      ])
      .default('mixed'),
  )
  .option('--seconds <n>', 'duration of each load test (per endpoint and number of connections)', '2')
  .option(
    '--slow-burst <n>',
    'largest burst to a receiver with two seconds of latency: 100, or 5000 (takes 15 minutes)',
    '100',
  )
  .option(
    '--cost',
    'only print the cost per million, from measured usage and the prices in lambdas/core/contract/prices.ts',
  )
  .option('--write', `with --cost: write the measured usage to ${COST_COUNTS}, the source of docs/cost.md`)
  .option('--runs <n>', 'runs of --kind speed, each with a fresh service', '3')
  .addHelpText(
    'after',
    '\nExamples:\n  $ npm run bench -- --kind speed --blocks 3000    the workload of the comparison with other indexers, default settings\n  $ npm run bench -- --blocks 3000 --kind erc20    indexing throughput of token transfers\n  $ npm run bench -- --kind tokens                 cost of full pages of token lists\n  $ npm run bench -- --kind webhooks               latency and cost of webhook messages\n  $ npm run bench -- --kind feeds                  a burst beside waiting pullers, and ordered delivery\n  $ npm run bench -- --kind node-rpc               the node RPC: rate, latency, and calls to the node\n  $ npm run bench -- --kind teleporter             cross-chain messages: write units, and reads per page\n  $ npm run bench -- --kind exports --blocks 1400  rows per second, and cost per 1,000 rows\n  $ npm run bench -- --cost                         dollars per million transactions, reads, webhook messages, exported rows\n  $ npm run bench -- --kind p-chain                the P-Chain: blocks per second, write units, reads, a month of mainnet',
  )
  .action(bench)
  .parse();
