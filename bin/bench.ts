import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { startAnvil } from '../demo/anvil';
import { generateChain } from '../demo/generate';
import { addressOf } from '../demo/random';
import { METRIC } from '../lambdas/contract/metrics';
import { endpoints } from '../lambdas/contract/registry';
import { bundleSize, loadTime } from './bench/bundles';
import { load } from './bench/load';
import { logLines, startService } from './bench/service';

const CHAIN = '31337';

/** Prints what design section 10 budgets, measured on a generated chain. It asserts nothing: times are the machine's. */
async function bench({ blocks, seconds }: { blocks: string; seconds: string }): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'bench-'));
  const anvil = await startAnvil({ chainId: Number(CHAIN) });
  console.log(`Generating ${blocks} blocks of 20 transactions…`);
  const made = await generateChain({
    url: anvil.url,
    blocks: Number(blocks),
    transactionsPerBlock: 20,
    seed: 1,
    kind: 'mixed',
  });
  const began = performance.now();
  const { child, ready } = await startService(dir, {
    chains: [{ chainId: CHAIN, network: 'testnet', rpcUrl: anvil.url, callsPerSecond: 100_000 }],
  });
  const { first, took } = await untilIndexed(ready.dataUrl, made.lastBlock);
  const indexed = made.lastBlock - first;
  console.log(
    `\nIndexing: ${Math.round(indexed / took)} blocks/s, ${Math.round((indexed * 20) / took)} transactions/s (${((performance.now() - began) / 1_000).toFixed(1)} s from start to head)`,
  );

  const metrics = logLines(join(dir));
  const total = (name: string) =>
    metrics.reduce((sum, line) => sum + (typeof line[name] === 'number' ? Number(line[name]) : 0), 0);
  const transactions = made.lastBlock - made.firstBlock + 1;
  console.log(
    `Writes: ${(total(METRIC.writeUnits) / (transactions * 20)).toFixed(2)} WRU a transaction, first-seen addresses in; node calls: ${(total(METRIC.nodeCalls) / made.lastBlock).toFixed(2)} a block, balances in`,
  );

  const paths = await examples(ready.dataUrl, ready.apiKeys.pro);
  console.log(
    '\nEndpoint                                    size kB  load ms  requests  RRU    1 conn: req/s  p50   p99    16 conn: req/s  p50   p99',
  );
  for (const endpoint of endpoints) {
    const folder = join(dir, 'data', 'build', 'api');
    const size = (bundleSize(folder, endpoint) / 1_000).toFixed(0);
    const path = paths[endpoint.path];
    if (!path) continue;
    const one = await load(ready.dataUrl, path, ready.apiKeys.pro, 1, Number(seconds));
    const sixteen = await load(ready.dataUrl, path, ready.apiKeys.pro, 16, Number(seconds));
    const calls = logLines(dir).filter((line) => line.endpoint === endpoint.id);
    const mean = (name: string) =>
      calls.reduce((sum, line) => sum + Number(line[name] ?? 0), 0) / Math.max(1, calls.length);
    const most = (name: string) => Math.max(0, ...calls.map((line) => Number(line[name] ?? 0)));
    const speed = ({ perSecond, p50, p99 }: typeof one) =>
      `${perSecond.toFixed(0).padStart(13)} ${p50.toFixed(1).padStart(5)} ${p99.toFixed(1).padStart(5)}`;
    console.log(
      `${endpoint.id.padEnd(42)} ${size.padStart(8)} ${loadTime(folder, endpoint).toFixed(0).padStart(8)} ${`${mean('requests').toFixed(1)}/${most('requests')}`.padStart(9)} ${most('readUnits').toFixed(1).padStart(5)} ${speed(one)} ${speed(sixteen).padStart(26)}`,
    );
  }
  child.kill('SIGTERM');
  await anvil.stop();
  rmSync(dir, { recursive: true, force: true });
}

/** Seconds from the first indexed block seen to the last one wanted. */
async function untilIndexed(dataUrl: string, last: number): Promise<{ first: number; took: number }> {
  let [first, at] = [-1, 0];
  for (;;) {
    const health = (await (await fetch(`${dataUrl}/v1/health-check`)).json()) as {
      details?: Record<string, { indexedBlock?: number }>;
    };
    const block = health.details?.[`chain-${CHAIN}`]?.indexedBlock ?? -1;
    if (first < 0 && block >= 0) [first, at] = [block, performance.now()];
    if (block >= last) return { first: Math.max(0, first), took: Math.max(0.001, (performance.now() - at) / 1_000) };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** A path to call for each endpoint: pages of 100 where there are pages. */
async function examples(dataUrl: string, key: string): Promise<Record<string, string>> {
  const get = async (path: string) =>
    (await (await fetch(dataUrl + path, { headers: { 'x-service-api-key': key } })).json()) as {
      transactions: { txHash: string }[];
    };
  const { transactions } = await get(`/v1/chains/${CHAIN}/transactions`);
  const fill: Record<string, string> = {
    chainId: CHAIN,
    address: addressOf('address 0'),
    blockId: '20',
    txHash: transactions[0]?.txHash ?? '',
    file: 'swagger-ui.css',
  };
  return Object.fromEntries(
    endpoints.map(({ path, query }) => [
      path,
      path.replace(/\{(\w+)\}/g, (_, name: string) => fill[name] ?? '') +
        ('pageSize' in query.shape ? '?pageSize=100' : ''),
    ]),
  );
}

new Command('npm run bench --')
  .description('Measures indexing, reading and bundles on a generated chain, and prints a table against the budgets.')
  .option('--blocks <n>', 'blocks of 20 transactions', '500')
  .option('--seconds <n>', 'of load for each endpoint and number of connections', '2')
  .addHelpText('after', '\nExample:\n  $ npm run bench -- --blocks 3000')
  .action(bench)
  .parse();
