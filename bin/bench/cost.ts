import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Anvil, startAnvil } from '../../demo/anvil';
import { type Generated, type GenerateOptions, generateChain } from '../../demo/generate';
import { rpc } from '../../demo/rpc';
import { endpoints } from '../../lambdas/app/contract/registry';
import { USED } from '../../lambdas/core/contract/metrics';
import { COST_COUNTS, type CostCounts, costPage } from '../docs/cost';
import { examples } from './endpoints';
import { benchExports } from './exports';
import {
  CHAIN,
  callsTo,
  getTotal,
  logLines,
  METRICS_DELAY_MS,
  type Ready,
  startService,
  UNLIMITED,
  untilIndexed,
} from './service';
import { countMessages } from './webhooks';

const [BLOCKS, PER_BLOCK] = [150, 20];
const [IDLE_MS, BLOCK_MS, HEAD_BLOCKS] = [180_000, 1_500, 40];
const EXPORTED_BLOCKS = 200;
const LOOKS = 100;
const HOUR_MS = 3_600_000;

export async function benchCost(write: boolean): Promise<void> {
  console.log('Measuring usage. This takes about eight minutes.');
  const empty = await part('blocks without transactions', () => unitsPerBlock((anvil) => mined(anvil, BLOCKS)));
  const native = await part('native transactions', () => unitsPerBlock((anvil) => generated(anvil, 'native')));
  const erc20 = await part('token transfers', () => unitsPerBlock((anvil) => generated(anvil, 'erc20')));
  const transaction = (native - empty) / PER_BLOCK;
  const head = await part('an idle chain for three minutes, then its head', countHead);
  const counts: CostCounts = {
    measuredOn: new Date().toISOString().slice(0, 10),
    idleHour: head.idleHour,
    indexing: {
      block: head.block.writeUnits,
      historyBlock: empty,
      transaction,
      transfer: (erc20 - native) / PER_BLOCK,
      perBlock: { s3Write: head.block.s3Write, event: 1, queueCall: head.block.queueCall },
    },
    reads: await part('reads of each endpoint', countReads),
    webhooks: await part('webhook messages', countMessages),
    exportedRow: await part('an export', () => benchExports(EXPORTED_BLOCKS)),
  };
  console.log(`\n${costPage(counts)}`);
  if (write) writeFileSync(COST_COUNTS, `${JSON.stringify(counts, null, 2)}\n`);
}

async function part<Result>(title: string, count: () => Promise<Result>): Promise<Result> {
  const began = performance.now();
  console.log(`  ${title}…`);
  const result = await count();
  console.log(`  ${title}: ${((performance.now() - began) / 1_000).toFixed(0)} s`);
  return result;
}

interface World {
  readonly ready: Ready;
  readonly dir: string;
  readonly anvil: Anvil;
}

async function withChain<Made, Result>(
  make: (anvil: Anvil) => Promise<Made>,
  work: (world: World, made: Made) => Promise<Result>,
  { traces = false } = {},
): Promise<Result> {
  const dir = mkdtempSync(join(tmpdir(), 'bench-'));
  const anvil = await startAnvil({ chainId: Number(CHAIN) });
  let stop = () => {};
  try {
    const made = await make(anvil);
    const chain = { chainId: CHAIN, network: 'testnet', rpcUrl: anvil.url, pollIntervalMs: 1_000, traces };
    const { child, ready } = await startService(dir, { ...UNLIMITED, chains: [chain] });
    stop = () => child.kill('SIGTERM');
    await untilIndexed(ready, CHAIN, Number(await rpc(anvil.url, 'eth_blockNumber', [])));
    await sleep(METRICS_DELAY_MS);
    return await work({ ready, dir, anvil }, made);
  } finally {
    stop();
    await anvil.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

const generated = (anvil: Anvil, kind: GenerateOptions['kind']): Promise<Generated> =>
  generateChain({ url: anvil.url, blocks: BLOCKS, transactionsPerBlock: PER_BLOCK, seed: 1, kind });
const mined = (anvil: Anvil, count: number): Promise<unknown> =>
  rpc(anvil.url, 'anvil_mine', [`0x${count.toString(16)}`]);

const logged = ({ dir }: World, name: string): number => getTotal(logLines(dir), name);

const unitsPerBlock = (make: (anvil: Anvil) => Promise<unknown>): Promise<number> =>
  withChain(make, async (world) => {
    const blocks = Number(await rpc(world.anvil.url, 'eth_blockNumber', []));
    return logged(world, USED.writeUnits) / blocks;
  });

const countHead = () =>
  withChain(
    (anvil) => mined(anvil, 1),
    async (world) => {
      const look = async () => {
        await sleep(METRICS_DELAY_MS);
        return {
          requests: await callsTo(world.ready, 'dynamodb:'),
          readUnits: logged(world, USED.readUnits),
          writeUnits: logged(world, USED.writeUnits),
          nodeCalls: logged(world, USED.nodeCalls),
          s3Write: await callsTo(world.ready, 's3:PutObject'),
          queueCall: await callsTo(world.ready, 'sqs:'),
          at: performance.now(),
        };
      };
      type Look = Awaited<ReturnType<typeof look>>;
      const first = await look();
      await sleep(IDLE_MS);
      const idle = await look();
      for (let n = 0; n < HEAD_BLOCKS; n++) {
        await mined(world.anvil, 1);
        await sleep(BLOCK_MS);
      }
      const last = await look();
      const perMs = (name: keyof Look) => (idle[name] - first[name]) / (idle.at - first.at);
      const perBlock = (name: keyof Look) =>
        (last[name] - idle[name] - perMs(name) * (last.at - idle.at)) / HEAD_BLOCKS;
      const perHour = (name: keyof Look) => perMs(name) * HOUR_MS;
      return {
        idleHour: {
          requests: perHour('requests'),
          readUnits: perHour('readUnits'),
          writeUnits: perHour('writeUnits'),
          nodeCalls: perHour('nodeCalls'),
        },
        block: {
          writeUnits: perBlock('writeUnits'),
          s3Write: perBlock('s3Write'),
          queueCall: perBlock('queueCall'),
        },
      };
    },
    { traces: true },
  );

const countReads = (): Promise<CostCounts['reads']> =>
  withChain(
    (anvil) => generated(anvil, 'tokens'),
    async (world, made) => {
      const { ready, dir } = world;
      const { getPath, isThere } = await examples(ready, made);
      const headers = { 'x-service-api-key': ready.apiKeys.pro };
      const reads: CostCounts['reads'][number][] = [];
      // An alias runs, and logs as, its original.
      for (const endpoint of endpoints.filter(({ method, aliasOf }) => method === 'GET' && aliasOf === undefined)) {
        const path = getPath(endpoint);
        // The first call fills the caches of warm functions.
        if (!(await isThere(path))) continue;
        const answer = await (await fetch(ready.dataUrl + path, { headers })).arrayBuffer();
        let calls: Record<string, unknown>[] = [];
        // Two calls: the check for data above, then this one.
        for (let looks = 0; calls.length < 2 && looks < LOOKS; looks++) {
          await sleep(20);
          calls = logLines(dir).filter((line) => line.endpoint === endpoint.id);
        }
        if (calls.length < 2) throw new Error(`${endpoint.id} did not log its usage`);
        const count = (name: string) => Number(calls.at(-1)?.[name] ?? 0);
        const of = { requests: count('requests'), readUnits: count('readUnits') };
        reads.push({ endpoint: endpoint.id, ...of, bytes: answer.byteLength });
      }
      return reads;
    },
  );
