import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Anvil, startAnvil } from '../../demo/anvil';
import { createDoor } from '../../demo/door';
import { generateChain } from '../../demo/generate';
import { rpc } from '../../demo/rpc';
import { getCursor } from '../../lambdas/chain/follower/cursor-of';
import { tableName } from '../../lambdas/core/contract/env';
import { createDynamoClient } from '../../lambdas/core/table/dynamo-client';
import { createTableClient, type Table } from '../../lambdas/core/table/table';
import { startFollower } from './follower-process';
import { cpuSeconds, peakMemory, startService, UNLIMITED } from './service';

const [CHAINS, FIRST_ID] = [30, 41_000];
/** Blocks that one chain is behind, how many of them have transactions, and the batch size of the empty ones. */
const [BEHIND, BUSY, PART] = [10_000, 1_000, 1_000];
const [BLOCK_MS, LOOK_MS] = [5_000, 20];
const CALM_MS = 40_000;
/** Latency of the slow node per request (ms), then interval (ms) and depth of the reorgs. */
const [SLOW_MS, REORG_MS, REORG_BLOCKS] = [3_000, 4_000, 3];

const TROUBLES = ['down', 'slow', 'reorganising', 'catching up'] as const;

/** 30 chains in one follower with its Lambda's memory and CPU: quiet chains alone, then next to troubled ones. */
export async function benchGroup(): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'bench-'));
  const anvils: Anvil[] = [];
  const stops: (() => void)[] = [];
  try {
    console.log(`Starting ${CHAINS} nodes.`);
    for (let i = 0; i < CHAINS; i++) anvils.push(await startAnvil({ chainId: FIRST_ID + i }));
    for (const { url } of anvils) await rpc(url, 'anvil_mine', ['0x8']);
    const at = (trouble: (typeof TROUBLES)[number]) => TROUBLES.indexOf(trouble);
    const urlAt = (i: number): string => anvils[i]?.url ?? '';
    const [slow, behind] = [await createDoor(urlAt(at('slow'))), await createDoor(urlAt(at('catching up')))];
    stops.push(slow.close, behind.close);
    const doors = new Map([
      [at('slow'), slow],
      [at('catching up'), behind],
    ]);
    const chains = anvils.map(({ url }, i) => ({
      chainId: String(FIRST_ID + i),
      network: 'testnet',
      rpcUrl: doors.get(i)?.url ?? url,
      pollIntervalMs: 1_000,
    }));
    const { child, ready } = await startService(dir, {
      ...UNLIMITED,
      chains: chains.map((chain) => ({ ...chain, index: false })),
    });
    stops.push(() => child.kill('SIGTERM'));
    const follower = await startFollower(dir, { chains }, ready);
    stops.push(follower.stop);
    const table = createTableClient(
      tableName(ready.name),
      createDynamoClient({
        endpoint: ready.awsUrls.dynamodb,
        region: 'us-east-1',
        credentials: { accessKeyId: ready.token, secretAccessKey: ready.token },
      }),
    );
    const quiet = anvils
      .slice(TROUBLES.length)
      .map(({ url }, i) => ({ url, chain: String(FIRST_ID + TROUBLES.length + i) }));
    for (const { chain } of quiet) await shown(table, chain, 8);
    console.log('All are indexed.');

    const began = [performance.now(), cpuSeconds(follower.pid)] as const;
    const calm = await freshness(quiet, table, async () => sleep(CALM_MS));
    const seconds = (performance.now() - began[0]) / 1_000;
    print('quiet', calm, `${(((cpuSeconds(follower.pid) - began[1]) / seconds) * 100).toFixed(0)} % of a processor`);
    console.log(`  ${peakMemory(follower.pid)} MB of the ${follower.memory} of its function`);

    console.log(`Making ${BEHIND} blocks hidden from one chain's follower, ${BUSY} of them with 20 token transfers.`);
    behind.let(async () => false);
    const seen = Number(await rpc(urlAt(at('catching up')), 'eth_blockNumber', []));
    await generateChain({
      url: urlAt(at('catching up')),
      blocks: BUSY,
      transactionsPerBlock: 20,
      seed: 1,
      kind: 'erc20',
    });
    // In batches: mining all at once exceeds the call timeout.
    for (let left = BEHIND - BUSY; left > 0; left -= PART)
      await rpc(urlAt(at('catching up')), 'anvil_mine', [`0x${Math.min(left, PART).toString(16)}`]);
    anvils[at('down')]?.kill();
    slow.let(() => sleep(SLOW_MS, true));
    const timer = setInterval(() => {
      reorganise(urlAt(at('reorganising'))).catch(() => undefined);
    }, REORG_MS);
    stops.push(() => clearInterval(timer));
    let took = 0;
    const beside = await freshness(quiet, table, async () => {
      behind.let(async () => true);
      const since = performance.now();
      await Promise.all([sleep(CALM_MS), shown(table, String(FIRST_ID + at('catching up')), seen + BEHIND)]);
      took = (performance.now() - since) / 1_000;
    });
    print(
      'next to one down, one slow, one reorganising and one catching up',
      beside,
      `${BEHIND} blocks within ${took.toFixed(0)} s`,
    );
    console.log(`  ${peakMemory(follower.pid)} MB of the ${follower.memory} of its function`);
    const failures = follower.log.filter(
      (line) => line.includes('indexing failed') || line.includes('follower failed'),
    );
    console.log(`  ${failures.length} sessions failed`);
  } finally {
    for (const stop of stops.reverse()) stop();
    await Promise.all(anvils.map((anvil) => anvil.stop()));
    rmSync(dir, { recursive: true, force: true });
  }
}

interface Quiet {
  readonly url: string;
  readonly chain: string;
}

async function freshness(quiet: readonly Quiet[], table: Table, meanwhile: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let isOver = false;
  const mine = async ({ url, chain }: Quiet, i: number) => {
    await sleep((BLOCK_MS / quiet.length) * i);
    while (!isOver) {
      await rpc(url, 'evm_mine', []);
      const mined = performance.now();
      await shown(table, chain, Number(await rpc(url, 'eth_blockNumber', [])));
      times.push(performance.now() - mined);
      // Jitter, so that blocks are not in step with the polls.
      await sleep(BLOCK_MS + Math.random() * 1_000);
    }
  };
  const mining = Promise.all(quiet.map(mine));
  await meanwhile();
  isOver = true;
  await mining;
  return times.toSorted((a, b) => a - b);
}

async function shown(table: Table, chain: string, block: number): Promise<void> {
  while (((await getCursor(table, chain))?.number ?? -1) < block) await sleep(LOOK_MS);
}

async function reorganise(url: string): Promise<void> {
  await rpc(url, 'anvil_reorg', [REORG_BLOCKS, []]);
  await rpc(url, 'evm_mine', []);
}

function print(title: string, times: readonly number[], more: string): void {
  const at = (share: number) => `${times[Math.floor((times.length - 1) * share)]?.toFixed(0)} ms`;
  console.log(
    `${title}: ${times.length} blocks indexed after p50 ${at(0.5)}, p90 ${at(0.9)}, p99 ${at(0.99)}; ${more}`,
  );
}
