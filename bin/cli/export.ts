import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Command, Option } from 'commander';
import { sleep } from '../../lambdas/core/runtime/clock';
import type { Operation } from '../../lambdas/exports/contract/schemas';
import { type Api, type ApiTarget, ask, getApi, onApi } from './api';

interface Options extends ApiTarget {
  readonly address?: readonly string[];
  readonly chain?: readonly string[];
  readonly type: keyof typeof TYPES;
  readonly network?: string;
  readonly first?: string;
  readonly last?: string;
  readonly gzip?: boolean;
  readonly operation?: string;
  readonly wait?: boolean;
  readonly output?: string;
  readonly json?: boolean;
}

const TYPES = {
  evm: 'TRANSACTION_EXPORT_EVM',
  'primary-network': 'TRANSACTION_EXPORT_PRIMARY_NETWORK',
  'primary-network-simple': 'TRANSACTION_EXPORT_PRIMARY_NETWORK_SIMPLE',
  'primary-network-staking': 'TRANSACTION_EXPORT_PRIMARY_NETWORK_STAKING',
} as const;

const PROGRESS_INTERVAL_MS = 1_000;

const several = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

/** Calls the API as any caller does. */
export function exportCommand(program: Command): void {
  onApi(program.command('export'))
    .description('export transactions of addresses as CSV through the API')
    .option('--address <address>', 'address; repeatable', several)
    .addOption(
      new Option(
        '--type <type>',
        'EVM transactions, or for P-Chains: UTXO movements, a tax-tool CSV, or staking rewards',
      )
        .choices(Object.keys(TYPES))
        .default('evm'),
    )
    .option('--chain <id>', 'chain id; repeatable', several)
    .option('--network <network>', 'network of the P-Chain, if several share the address prefix')
    .option('--first <date>', 'first day (UTC), YYYY-MM-DD')
    .option('--last <date>', 'last day (UTC), inclusive (default: today)')
    .option('--gzip', 'compress the file')
    .option('--operation <id>', 'resume an earlier export instead of starting one')
    .option('--wait', 'show progress, and download the file when it is ready')
    .option('--output <file>', 'output file (default: its own name, in this folder)')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ npm run cli -- export --local .local --chain 31337 --address 0x… --wait\n  $ npm run cli -- export --url https://… --key pro_… --chain 43114 --chain 1 --address 0x… --address 0x… --first 2026-01-01 --last 2026-01-31 --gzip --wait\n  $ npm run cli -- export --url https://… --key pro_… --type primary-network-staking --address P-avax1… --first 2026-01-01 --wait\n  $ npm run cli -- export --url https://… --key pro_… --operation aa22054a-cb7c-4a4e-9b83-59f2ede74138 --wait\n\nCtrl-C only ends the display, not the export: resume with --operation.',
    )
    .action(run);
}

async function run(options: Options): Promise<void> {
  const api = getApi(options);
  const started = options.operation ? await get(api, options.operation) : await start(api, options);
  const { operationId } = started;
  if (!options.wait)
    return console.log(
      options.json
        ? JSON.stringify(started, null, 2)
        : `Export ${operationId} has started. Download it with: export --operation ${operationId} --wait`,
    );
  if (!options.json) console.log(`Export ${operationId}. Ctrl-C only ends this display.`);
  const ended = await waitFor(api, started, options.json !== true);
  const file = ended.metadata?.downloadUrl ? await download(ended, options.output) : undefined;
  if (options.json) console.log(JSON.stringify({ ...ended, ...(file ? { file } : {}) }, null, 2));
  else console.log([ended.message ?? '', ...(file ? [`Written to ${file}.`] : [])].join('\n'));
  const { nextDate } = ended.metadata ?? {};
  if (nextDate && !options.json) console.log(`To export the rest, repeat the command with --first ${nextDate}`);
  if (ended.operationStatus === 'FAILED') throw new Error('the export failed');
}

export function getBody({ type, address, chain, network, first, last, gzip }: Options) {
  if (type === 'evm' && network) throw new Error('--network requires a P-Chain --type');
  // The P-Chain is the only chain of a primary network that is indexed.
  const chains = type === 'evm' ? chain : (chain ?? ['p-chain']);
  if (!address || !chains) throw new Error('--address and --chain are required (--help shows examples)');
  return {
    type: TYPES[type],
    ...(first ? { firstDate: first } : {}),
    ...(last ? { lastDate: last } : {}),
    options: { addresses: address, includeChains: chains },
    ...(network ? { network } : {}),
    ...(gzip ? { compression: 'gzip' } : {}),
  };
}

function start(api: Api, options: Options): Promise<Operation> {
  const body = getBody(options);
  // A retry must not start a second export.
  const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() };
  return ask(api, '/v1/operations/transactions:export', { method: 'POST', headers, body: JSON.stringify(body) });
}

const get = (api: Api, operationId: string): Promise<Operation> => ask(api, `/v1/operations/${operationId}`);

async function waitFor(api: Api, started: Operation, isShown: boolean): Promise<Operation> {
  let operation = started;
  let before = '';
  while (operation.operationStatus === 'RUNNING') {
    const line = `${operation.message ?? ''}${getPace(operation.message ?? '', Date.now() / 1_000 - operation.createdAtTimestamp)}`;
    if (isShown && line !== before) console.log(line);
    before = line;
    await sleep(PROGRESS_INTERVAL_MS);
    operation = await get(api, operation.operationId);
  }
  return operation;
}

/** From the operation's message. `seconds`: since the export started. */
export function getPace(message: string, seconds: number): string {
  const [, rows = '0', done = '0', all = '0'] = /^([\d,]+) rows so far; (\d+) of (\d+) parts/.exec(message) ?? [];
  if (seconds < 1 || rows === '0') return '';
  const rate = ` ${Math.round(Number(rows.replaceAll(',', '')) / seconds).toLocaleString('en')} rows/s`;
  if (done === '0') return rate;
  const left = Math.ceil((seconds / Number(done)) * (Number(all) - Number(done)));
  return `${rate}, about ${left} s left`;
}

/** Downloads the file as `.part`, and renames it once its checksum matches. */
async function download({ metadata = {} }: Operation, output?: string): Promise<string> {
  const { downloadUrl = '', sha256 } = metadata;
  const file = output ?? new URL(downloadUrl).pathname.split('/').at(-1) ?? 'export.csv';
  const response = await fetch(downloadUrl);
  if (!response.ok || !response.body) throw new Error(`download failed: ${response.status}`);
  const hash = createHash('sha256');
  const source = Readable.fromWeb(response.body).on('data', (some: Uint8Array) => hash.update(some));
  await pipeline(source, createWriteStream(`${file}.part`));
  const found = hash.digest('hex');
  if (sha256 !== undefined && found !== sha256)
    throw new Error(`checksum mismatch of the downloaded file (${file}.part): download it again`);
  await rename(`${file}.part`, file);
  return file;
}
