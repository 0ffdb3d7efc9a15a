import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Anvil, startAnvil } from '../../demo/anvil';
import { generateChain } from '../../demo/generate';
import { decodeBlock, decodeChunk } from '../../lambdas/evm/rows/codec';
import { FULL } from '../support/full';
import { mine, rpc } from '../support/node/anvil';
import { failingNode } from '../support/node/failing-node';
import { runCli } from '../support/service/command';
import { difference, dump, explained } from '../support/service/dump';
import { type Json, removeFolders, Service, wait } from '../support/service/service';
import { testIf } from '../support/skipping';

const CHAIN = '31337';
const DEPTH = 5;
const [HISTORY, GROWTH] = FULL ? [1_000, 100] : [30, 8];
const MAX_WAIT_MS = FULL ? 900_000 : 240_000;

const TRACED = { traces: true, historyTraces: true, historyTraceCallsPerSecond: 1_000 };

let anvil: Anvil;
let node: Awaited<ReturnType<typeof failingNode>>;
const services: Service[] = [];
beforeAll(async () => {
  anvil = await startAnvil({ chainId: Number(CHAIN) });
  node = await failingNode(anvil.url, 1);
});
afterAll(async () => {
  for (const service of services.splice(0)) await service.stop();
  node?.stop();
  await anvil?.stop();
  removeFolders();
});

const start = (rpcUrl: string, config: Json = {}): Promise<Service> => {
  const chain = { chainId: CHAIN, network: 'testnet', rpcUrl, finalityDepth: DEPTH, ...TRACED, ...config };
  const service = new Service({ chains: [chain] });
  services.push(service);
  return service.start();
};
const head = async () => Number(await rpc(anvil.url, 'eth_blockNumber', []));
interface Shown {
  readonly status: string;
  readonly indexedBlock: number;
  readonly tracedBlock?: number;
  /** Present while older history is not traced yet. */
  readonly tracedFrom?: number;
  readonly backfill?: object;
  readonly blocksWithoutReceipts?: number;
  readonly blocksWithoutTraces?: number;
}
const shown = async (service: Service): Promise<Shown> =>
  (await service.get<{ details: Record<string, Shown> }>('/v1/health-check')).body.details[`chain-${CHAIN}`] as Shown;

/** The kinds of failures in the indexer's metrics. */
function failuresLogged({ dir }: Service): Set<string> {
  const logs = join(dir, 'data', 'logs');
  const files = readdirSync(logs).filter((file) => /Follow|Backfill/.test(file));
  const lines = files.flatMap((file) => readFileSync(join(logs, file), 'utf8').split('\n'));
  const told = lines.filter((line) => line.startsWith('{') && line.includes('"NodeFailures":'));
  return new Set(told.flatMap((line) => Object.keys(JSON.parse(JSON.parse(line).failures) as object)));
}

/** Waits until everything is indexed and traced. */
async function settled(service: Service, block: number): Promise<void> {
  await service.indexed(CHAIN, block, MAX_WAIT_MS);
  for (const until = Date.now() + MAX_WAIT_MS; ; await wait(1_000)) {
    const now = await shown(service);
    if (!now.backfill && (now.tracedBlock ?? -1) >= block && now.tracedFrom === undefined) return;
    if (Date.now() > until) throw new Error(`not settled: ${JSON.stringify(now)} ${service.output.slice(-2_000)}`);
  }
}

/**
 * The table without values that depend on the time of a reading: native balances beside transactions, the block of a
 * token balance, NFT metadata. An activity marker may name any block with activity.
 */
async function toRows(service: Service): Promise<Map<string, string>> {
  const text = (value: unknown) => JSON.stringify(value, (_, v) => (typeof v === 'bigint' ? String(v) : v));
  const rows = new Map<string, string>();
  for (const [key, value] of await dump(service)) {
    const bytes = Buffer.from(/\bd=([0-9a-f]+)/.exec(value)?.[1] ?? '', 'hex');
    if (key.startsWith('ac#')) rows.set(key, '');
    else if (key.startsWith('b#')) rows.set(key, value.replaceAll(/(^| )[en]=\d+/g, ''));
    else if (key.startsWith('nft#')) rows.set(key, value.replaceAll(/(^| )[dr]=\w+/g, ''));
    else if (key.startsWith('h#')) {
      const { cumulative, ...rest } = decodeBlock(bytes);
      rows.set(key, value.replace(/\bd=[0-9a-f]+/, text(rest)));
    } else if (/^a#\S+ n#/.test(key)) {
      const { balance, ...rest } = decodeChunk(bytes, key.split(/[# ]/)[2]);
      rows.set(key, value.replace(/\bd=[0-9a-f]+/, text(rest)));
    } else rows.set(key, value);
  }
  return rows;
}

test(`a node failing in every way over ${HISTORY} old and ${GROWTH} new blocks gives the table of an honest node`, async () => {
  await rpc(anvil.url, 'evm_setAutomine', [false]);
  const traffic = { url: anvil.url, transactionsPerBlock: 6, addresses: 200, kind: 'tokens' } as const;
  await generateChain({ ...traffic, blocks: HISTORY, seed: 1 });
  await mine(anvil.url, DEPTH + 1);
  const first = (await head()) - DEPTH;
  const [honest, service] = await Promise.all([start(anvil.url), start(node.url, { startBlock: first })]);
  await Promise.all([honest, service].map((one) => one.indexed(CHAIN, first + DEPTH, MAX_WAIT_MS)));
  expect((await runCli(service, 'backfill', '--chain', CHAIN, '--from', '0', '--json')).code).toBe(0);
  const wasDown: string[] = [];
  let isGrowing = true;
  const watched = (async () => {
    for (; isGrowing && services.length > 0; await wait(500)) {
      const now = await shown(service).catch(() => undefined);
      if (now && now.status !== 'up') wasDown.push(JSON.stringify(now));
    }
  })();
  for (let block = 0; block < GROWTH; block++) {
    await generateChain({ ...traffic, blocks: 1, seed: 2 + block });
    await wait(200);
  }
  await mine(anvil.url, DEPTH + 1);
  const end = await head();
  await Promise.all([honest, service].map((one) => settled(one, end)));
  isGrowing = false;
  await watched;
  const left = async () => difference(await toRows(service), await toRows(honest));
  // Unread balances are read again every half minute. A token's queue message returns three minutes after a failure: six
  // timeouts of its worker.
  for (const until = Date.now() + 220_000; Date.now() < until && (await left()).length > 0; ) await wait(5_000);
  console.log('Failures of the node:', node.count, 'seen as down:', wasDown.length);
  const differing = (await left()).map((text) => text.split(': ')[0] ?? '');
  if (differing.length > 0) for (const one of services) console.log(await shown(one), await explained(one, differing));
  expect(await left()).toEqual([]);
  expect(await shown(service)).not.toHaveProperty('blocksWithoutReceipts');
  expect(await shown(service)).not.toHaveProperty('blocksWithoutTraces');
  const kinds = failuresLogged(service);
  expect(['throttled', 'broken', 'too big'].filter((kind) => !kinds.has(kind))).toEqual([]);
  const { hangs, untraceable, ...counts } = node.count;
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(0);
});

testIf(FULL, 'takes two minutes: FULL=1')(
  'an untraceable final block is skipped and counted, and filled once it can be traced',
  async () => {
    const service = services[1] as Service;
    node.cannotTrace((await head()) + 1);
    await generateChain({ url: anvil.url, transactionsPerBlock: 6, kind: 'tokens', blocks: 1, seed: 500 });
    await mine(anvil.url, DEPTH + 1);
    await settled(service, await head());
    // A warm function refreshes its count every ten seconds.
    await wait(10_100);
    expect(await shown(service)).toMatchObject({ blocksWithoutTraces: 1 });
    node.cannotTrace(undefined);
    const ran = await runCli(service, 'reconcile', '--chain', CHAIN, '--traces');
    expect([ran.code, ran.stdout]).toEqual([0, expect.stringContaining('No blocks without traces left.')]);
  },
);
