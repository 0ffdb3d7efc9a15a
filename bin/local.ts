import { rmSync } from 'node:fs';
import module from 'node:module';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { type Config, KEY_HEADER } from '../lambdas/core/contract/config';
import { sourceParameter } from '../lambdas/core/contract/env';
import { pChainSource } from '../lambdas/core/contract/pchain-source';
import { loadConfig, parseConfig } from '../lib/config';
import { claimFolder } from '../local/data-folder';
import { describeDiskFailure } from '../local/disk-failure';
import { collectGarbage } from '../local/garbage.mjs';
import { startRunner } from '../local/runner';
import { writeState } from '../local/state-file';
import { getAssembly } from './local/assembly';
import { createEnding } from './local/ending';
import { checkKeptSettings } from './local/kept-settings';
import { localKeys } from './local/keys';
import { getMetrics } from './local/metrics';
import { checkNodes, warnOfPChains } from './local/nodes';
import { checkPort, serveNoNodeRpc } from './local/ports';
import { firstBlocks, showProgress } from './local/progress';

const DEMO = {
  // Webhook receivers may run on this machine.
  webhookLoopback: true,
  // The headers that published clients send.
  keyHeaders: [KEY_HEADER, 'x-glacier-api-key'],
  // Readable by published clients from before and after September 2026: docs/contract-versions.md.
  contractVersion: '2026-05',
};

interface Options {
  readonly config?: string;
  readonly port: string;
  readonly rpcPort: string;
  readonly metricsPort: string;
  readonly data: string;
  readonly fresh?: boolean;
  readonly staleReads?: string;
  readonly faults?: boolean;
}

const program = new Command('npm run local --')
  .description('Build, synthesize and run the whole service on this machine, from the template that is deployed.')
  .option('--config <file>', 'configuration file, as for a deployment (default: a demo chain with live traffic)')
  .option('--port <port>', 'port of the data API', '8080')
  .option('--rpc-port <port>', 'port of the node RPC', '8081')
  .option('--metrics-port <port>', 'port of the metrics for Prometheus, at /metrics', '8082')
  .option('--data <dir>', 'folder for all data', '.local')
  .option('--fresh', 'delete all data first')
  .option('--stale-reads <ms>', 'delay what eventually consistent reads see by this much, as DynamoDB may')
  .option(
    '--faults',
    'inject table faults that DynamoDB may cause: throttling, errors, conflicts, unprocessed batch items',
  )
  .addHelpText(
    'after',
    '\nExamples:\n  $ npm run local\n  $ npm run local -- --config my-chains.json --data /var/lib/chain-data\n\nmy-chains.json:\n  {"chains": [{"chainId": "43114", "chainName": "C-Chain", "rpcUrl": "http://127.0.0.1:8545"}]}',
  )
  .showHelpAfterError('(--help shows examples)');

async function run(options: Options): Promise<void> {
  const data = resolve(options.data);
  const [port, rpcPort] = [getPort(options.port), getPort(options.rpcPort)];
  const metricsPort = getPort(options.metricsPort);
  const given = options.config === undefined ? undefined : loadConfig(options.config);
  // Before any file is created, by this process, its threads, the store or the demo's nodes.
  process.umask(0o077);
  claimFolder(data, options);
  const ending = createEnding(data);
  await checkPort(port, '--port');
  await checkPort(rpcPort, '--rpc-port');
  await checkPort(metricsPort, '--metrics-port');
  rmSync(resolve(data, 'ready.json'), { force: true });
  console.log(
    given ? `Starting with ${options.config}…` : 'Starting the demo: a real node, real contracts, live traffic…',
  );
  const demo = given ? undefined : await (await import('../demo/demo')).startDemo({ dataDir: data });
  if (demo) ending.onStop(demo.stop);
  const config = given ?? parseConfig({ ...DEMO, chains: demo?.chains, pChains: demo?.pChains }, 'demo');
  const keepSettings = checkKeptSettings(config, data);
  await checkNodes(config, data);
  await warnOfPChains(config);

  const runner = await startRunner({
    assembly: getAssembly(config),
    dataDir: data,
    ports: { [`${config.name}-data`]: port, [`${config.name}-rpc`]: rpcPort },
    metrics: getMetrics(config, metricsPort),
    parameters: { ...sources(config), ...telemetryHeaders(config) },
    trouble: { staleReadsMs: getAge(options.staleReads ?? '0'), faults: options.faults === true },
    onFailure: ending.fail,
  });
  ending.onStop(runner.stop);
  keepSettings();
  const noNodeRpc = config.pChains.length === 0 ? await serveNoNodeRpc(rpcPort) : undefined;
  if (noNodeRpc) ending.onStop(noNodeRpc.close);
  const dataUrl = runner.urls[`${config.name}-data`] ?? '';
  const { controlUrl, metricsUrl, awsUrls, token } = runner;
  const ready = {
    dataUrl,
    rpcUrl: runner.urls[`${config.name}-rpc`] ?? noNodeRpc?.url ?? '',
    controlUrl,
    metricsUrl,
    awsUrls,
    token,
    apiKeys: await localKeys(runner, config.name, data),
    name: config.name,
  };
  if (demo) await firstBlocks(dataUrl);
  console.log(describe(config, ready));
  writeState(resolve(data, 'ready.json'), ready);
  // Save V8's code cache now: a killed process would not.
  module.flushCompileCache?.();
  // Startup leaves about as much garbage as the runner needs memory.
  collectGarbage();

  ending.onStop(showProgress(dataUrl).stop);
  ending.listen();
}

const getPort = (text: string): number => {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`invalid port ${text}: must be 0 to 65535`);
  return port;
};

function getAge(text: string): number {
  const ms = Number(text);
  if (!Number.isInteger(ms) || ms < 0 || ms > 60_000)
    throw new Error(`invalid --stale-reads ${text}: must be 0 to 60000 milliseconds`);
  return ms;
}

/** By parameter name, served by the runner in place of SSM. */
const sources = ({ name, chains, pChains }: Config): Record<string, string> => {
  const all = [
    ...chains.map(({ chainId, rpcUrl }) => [chainId, rpcUrl] as const),
    ...pChains.map(({ network, rpcUrl }) => [pChainSource(network), rpcUrl] as const),
  ];
  return Object.fromEntries(all.flatMap(([id, url]) => (url ? [[sourceParameter(`/${name}/sources`, id), url]] : [])));
};

const telemetryHeaders = ({ openTelemetry }: Config): Record<string, string> => {
  const { headersParameter, headers } = openTelemetry ?? {};
  return headersParameter && headers ? { [headersParameter]: headers } : {};
};

interface Shown {
  readonly dataUrl: string;
  readonly rpcUrl: string;
  readonly metricsUrl: string;
  readonly apiKeys: Record<string, string>;
}

function describe({ chains, pChains, keyHeaders }: Config, ready: Shown): string {
  const [first] = chains;
  const names = [
    ...chains.map(({ chainId, chainName }) => `${chainName ?? ''} (${chainId})`),
    ...pChains.map(({ network }) => `P-Chain of ${network}`),
  ];
  const lines = [
    // The front page reads the key from the fragment, which is never sent to a server.
    `\nReady. Open ${ready.dataUrl}/#key=${ready.apiKeys.free}`,
    `Data API: ${ready.dataUrl}   Documentation: ${ready.dataUrl}/docs`,
    ...(pChains.length > 0 ? [`Node RPC: ${ready.rpcUrl}/ext/bc/P   Methods: ${ready.rpcUrl}/openrpc.json`] : []),
    `Metrics for Prometheus: ${ready.metricsUrl}`,
    `Chains: ${names.join(', ')}`,
    `API keys: ${Object.entries(ready.apiKeys)
      .map(([plan, key]) => `${plan} ${key}`)
      .join('\n          ')}`,
    ...(first
      ? [
          `Try: curl -H '${keyHeaders[0]}: ${ready.apiKeys.free}' ${ready.dataUrl}/v1/chains/${first.chainId}/transactions`,
        ]
      : []),
    ...pChains
      .filter(({ index }) => index)
      .map(({ network }) => `Try: curl ${ready.dataUrl}/v1/networks/${network}/blockchains/p-chain/transactions`),
    ...(pChains.length > 0
      ? [
          `Try: curl -H 'content-type: application/json' -d '{"jsonrpc":"2.0","id":1,"method":"platform.getValidatorFeeState"}' ${ready.rpcUrl}/ext/bc/P`,
        ]
      : []),
    'Stop with Ctrl-C; the next start continues from here.\n',
  ];
  return lines.join('\n');
}

program.action((options: Options) =>
  run(options).catch((error: unknown) => {
    const text = error instanceof Error ? error.message : String(error);
    console.error(describeDiskFailure(error, options.data) ?? text);
    process.exit(1);
  }),
);
await program.parseAsync();
