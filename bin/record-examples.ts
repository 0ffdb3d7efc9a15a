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
import { type Call, CHAIN, P_CHAIN, type Request } from './examples/calls';
import { type Candidates, findCandidates } from './examples/candidates';
import { recordWrites } from './examples/writes';

const BLOCKS = 40;
/** Counted by the minute. */
const USAGE_MS = 90_000;
const MAX_TRIES = 200;
/** Replaces the demo's secrets, so that no scanner reports them. */
const SECRET = '5f0c3a2b1d4e6f70'.repeat(4);
/** Replace the demo's own URLs. */
const [HOOK, API, FILES] = ['https://example.com/hooks/chain', 'https://api.example.com', 'https://files.example.com'];

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
  const call: Call = async (id, request = {}) => {
    const answer = await send(id, request);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${id} answered ${answer.status}: ${text}`);
    const body = JSON.parse(text);
    examples[id] = shortened(body);
    return body;
  };
  await recordWrites(call, hook);
  const candidates = await findCandidates(call, demo.contracts);
  await recordOtherPosts(call, candidates, demo.contracts.collectible);
  console.log('Waiting for the usage to be counted…');
  await sleep(USAGE_MS);
  for (const endpoint of endpoints.filter((one) => one.method === 'GET' && isExample(one)))
    examples[endpoint.id] ??= await firstFilled(endpoint, candidates, (request) => send(endpoint.id, request));
  return Object.fromEntries(Object.entries(examples).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

const isExample = ({ aliasOf, contentType, id }: RegisteredEndpoint): boolean =>
  aliasOf === undefined && contentType === undefined && id !== 'openapiDocument';

/** POSTs that only read, and one that asks for metadata again. */
async function recordOtherPosts(call: Call, { byName }: Candidates, collectible: string): Promise<void> {
  await call('reindexNft', { params: { chainId: CHAIN, address: collectible, tokenId: '1' } });
  const body = { addresses: byName.addresses?.[0] };
  await call('getUtxosByAddressesV2', { params: P_CHAIN, body });
  await call('getLastActivityTimestampByAddressesV2', { params: P_CHAIN, body });
}

/** One of several parameters is required. */
const ALSO: Readonly<Record<string, string>> = {
  listHistoricalPrimaryNetworkRewards: 'nodeIds',
  listPendingPrimaryNetworkRewards: 'nodeIds',
};

/** Of the answers to all candidates, the one with the fewest empty lists. */
async function firstFilled(
  endpoint: RegisteredEndpoint,
  candidates: Candidates,
  send: (request: Request) => Promise<Response>,
): Promise<unknown> {
  const query: Record<string, string> = {};
  const also = ALSO[endpoint.id];
  if (also !== undefined) query[also] = candidates.find(endpoint, also)[0] ?? '';
  for (const [name, schema] of Object.entries(endpoint.query.shape))
    if (!(schema as { safeParse(value: unknown): { success: boolean } }).safeParse(undefined).success)
      query[name] = candidates.find(endpoint, name)[0] ?? '1';
  let requests: Record<string, string>[] = [{}];
  for (const name of Object.keys(endpoint.params.shape))
    requests = requests.flatMap((params) =>
      candidates.find(endpoint, name).map((value) => ({ ...params, [name]: value })),
    );
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
