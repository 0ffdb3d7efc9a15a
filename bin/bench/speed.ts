import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Anvil, startAnvil } from '../../demo/anvil';
import { type Generated, generateChain } from '../../demo/generate';
import { getAddress } from '../../demo/random';
import { rpc } from '../../demo/rpc';
import { endpoints } from '../../lambdas/app/contract/registry';
import { examples } from './endpoints';
import { load } from './load';
import { CHAIN, cpuSeconds, peakMemory, type Ready, startService, UNLIMITED } from './service';
import { benchStages } from './stages';
import { untilWhole } from './until-whole';

/** The workload of the comparison with other indexers: 60,030 transfers in 3,002 blocks, including sender funding. */
const WORKLOAD = {
  transactionsPerBlock: 20,
  seed: 1,
  kind: 'erc20',
  tokens: 3,
  tokenSenders: 10,
  addresses: 5_000,
  evenRecipients: true,
} as const;
const [FRESH_TRANSFERS, FRESH_INTERVAL_MS] = [200, 100];
const [ASK_INTERVAL_MS, ASK_TIMEOUT_MS] = [5, 10_000];

interface SpeedOptions {
  readonly blocks: number;
  readonly runs: number;
  readonly seconds: number;
  readonly nodeArgs?: readonly string[];
}

export async function benchSpeed({ blocks, runs, seconds, nodeArgs = [] }: SpeedOptions): Promise<void> {
  const anvil = await startAnvil({ chainId: Number(CHAIN) });
  try {
    console.log(`Generating ${blocks} blocks of ${WORKLOAD.transactionsPerBlock} transfers…`);
    const made = await generateChain({ url: anvil.url, blocks, ...WORKLOAD });
    console.log(
      '\nrun   transfers/s      s   CPU s   peak MB   shown ms: p50   p99   getTransaction, 16 connections: req/s   p50   p99   peak MB, every endpoint called',
    );
    for (let run = 1; run <= runs; run++) await measure(anvil, made, run, { seconds, nodeArgs, stages: run === runs });
  } finally {
    await anvil.stop();
  }
}

async function measure(
  anvil: Anvil,
  made: Generated,
  run: number,
  { seconds, nodeArgs, stages }: Required<Omit<SpeedOptions, 'blocks' | 'runs'>> & { readonly stages: boolean },
): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'bench-'));
  const config = { chains: [{ chainId: CHAIN, network: 'testnet', rpcUrl: anvil.url }], ...UNLIMITED };
  const last = Number(await rpc<string>(anvil.url, 'eth_blockNumber'));
  // Each run's blocks are reverted, so that all runs index the same chain.
  const snapshot = await rpc<string>(anvil.url, 'evm_snapshot');
  const { child, ready } = await startService(dir, config, nodeArgs);
  try {
    const began = performance.now();
    const cpuBefore = cpuSeconds(child.pid);
    await untilWhole(ready, last, true);
    const took = (performance.now() - began) / 1_000;
    const cpu = cpuSeconds(child.pid) - cpuBefore;
    const indexing = peakMemory(child.pid);
    const transfers = made.sent.erc20 + WORKLOAD.tokens * WORKLOAD.tokenSenders;
    const shown = await freshness(anvil, ready);
    const request = { path: await transactionPath(ready), method: 'GET', headers: getHeaders(ready) } as const;
    // Warm-up: the first second starts threads.
    await load(ready.dataUrl, request, 16, 1);
    const reading = await load(ready.dataUrl, request, 16, seconds);
    await callEveryEndpoint(ready, made);
    const at = (share: number) => (shown[Math.floor(shown.length * share)] ?? 0).toFixed(0);
    const cells = [
      String(run).padStart(3),
      (transfers / took).toFixed(0).padStart(13),
      took.toFixed(1).padStart(6),
      cpu.toFixed(1).padStart(7),
      String(indexing).padStart(9),
      at(0.5).padStart(15),
      at(0.99).padStart(5),
      reading.perSecond.toFixed(0).padStart(39),
      reading.p50.toFixed(1).padStart(5),
      reading.p99.toFixed(1).padStart(5),
      String(peakMemory(child.pid)).padStart(31),
    ];
    console.log(cells.join(' '));
    if (stages) await benchStages(ready, child.pid, request.path, seconds);
  } finally {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
    await rpc(anvil.url, 'evm_revert', [snapshot]);
    rmSync(dir, { recursive: true, force: true });
  }
}

async function freshness({ url }: Anvil, ready: Ready): Promise<number[]> {
  const [from] = await rpc<string[]>(url, 'eth_accounts');
  const shown: number[] = [];
  for (let n = 0; n < FRESH_TRANSFERS; n++) {
    const transaction = { from, to: getAddress(`fresh ${n}`), value: '0x1', gas: '0x5208' };
    const hash = await rpc<string>(url, 'eth_sendTransaction', [transaction]);
    // anvil mines the transaction before it responds.
    const mined = performance.now();
    while (!(await isShown(ready, hash))) {
      if (performance.now() - mined > ASK_TIMEOUT_MS) throw new Error(`transaction ${hash} did not appear in the API`);
      await sleep(ASK_INTERVAL_MS);
    }
    shown.push(performance.now() - mined);
    // Jitter, so that transfers are not in step with the polls.
    await sleep(FRESH_INTERVAL_MS + (n % 10) * 10);
  }
  return shown.toSorted((a, b) => a - b);
}

async function isShown(ready: Ready, hash: string): Promise<boolean> {
  const answer = await fetch(`${ready.dataUrl}/v1/chains/${CHAIN}/transactions/${hash}`, {
    headers: getHeaders(ready),
  });
  await answer.text();
  if (answer.status !== 200 && answer.status !== 404) throw new Error(`getTransaction answered ${answer.status}`);
  return answer.status === 200;
}

async function transactionPath(ready: Ready): Promise<string> {
  const path = `/v1/chains/${CHAIN}/transactions`;
  const answer = await fetch(ready.dataUrl + path, { headers: getHeaders(ready) });
  const { transactions } = (await answer.json()) as { transactions: { txHash: string }[] };
  return `${path}/${transactions[0]?.txHash}`;
}

async function callEveryEndpoint(ready: Ready, made: Generated): Promise<void> {
  const { getPath } = await examples(ready, made);
  for (const endpoint of endpoints.filter(({ method }) => method === 'GET')) {
    const answer = await fetch(ready.dataUrl + getPath(endpoint), { headers: getHeaders(ready) });
    await answer.arrayBuffer();
    if (answer.status >= 500) throw new Error(`${endpoint.id} answered ${answer.status}`);
  }
}

const getHeaders = ({ apiKeys }: Ready) => ({ 'x-service-api-key': apiKeys.pro });
