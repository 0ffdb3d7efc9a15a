import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startAnvil } from '../../demo/anvil';
import { generateChain } from '../../demo/generate';
import { getAddress } from '../../demo/random';
import type { Operation } from '../../lambdas/exports/contract/schemas';
import type { CostCounts } from '../docs/cost';
import { callsTo, logLines, peakMemory, type Ready, startService, untilIndexed } from './service';

const CHAIN = '31403';
const PEOPLE = 3;
/** Four blocks a day, so that the export spans many days. */
const SECONDS_APART = 6 * 3_600;

export async function benchExports(blocks: number): Promise<CostCounts['exportedRow']> {
  const dir = mkdtempSync(join(tmpdir(), 'bench-'));
  const begins = Math.floor(Date.now() / 1_000) - (blocks + 50) * SECONDS_APART;
  const anvil = await startAnvil({ chainId: Number(CHAIN), extraArgs: ['--timestamp', String(begins)] });
  const generated = { blocks, transactionsPerBlock: 20, seed: 1, addresses: PEOPLE, tokens: 5, kind: 'erc20' } as const;
  const { lastBlock } = await generateChain({ url: anvil.url, ...generated, secondsApart: SECONDS_APART });
  const { child, ready } = await startService(dir, {
    chains: [{ chainId: CHAIN, network: 'testnet', rpcUrl: anvil.url, traces: false, finalityDepth: 1, startBlock: 0 }],
  });
  try {
    await untilIndexed(ready, CHAIN, lastBlock);
    const before = { memory: peakMemory(child.pid), transitions: await toTransitions(ready) };
    const began = performance.now();
    const { metadata } = await exported(ready);
    const seconds = (performance.now() - began) / 1_000;
    const rows = metadata?.rows ?? 0;
    const parts = logLines(dir).filter((line) => line.message === 'export part stored');
    const sum = (name: string) => parts.reduce((all, part) => all + Number(part[name] ?? 0), 0);
    const perThousand = (count: number) => ((count / rows) * 1_000).toFixed(1);
    console.log(
      `\nExports: ${rows.toLocaleString('en')} rows, ${((metadata?.bytes ?? 0) / 1e6).toFixed(1)} MB, in ${seconds.toFixed(1)} s from request to file: ${Math.round(rows / seconds).toLocaleString('en')} rows/s; reading and storing parts only ${Math.round(rows / (sum('ms') / 1_000)).toLocaleString('en')} rows/s`,
    );
    console.log(
      `Per 1,000 rows: ${perThousand(sum('requests'))} table requests, ${perThousand(sum('readUnits'))} RRU, ${perThousand(sum('writeUnits'))} WRU. ${parts.length} part(s), ${(await toTransitions(ready)) - before.transitions} Step Functions transitions. Heap of the reading function ${Math.max(...parts.map(({ heapMb }) => Number(heapMb)))} MB. Peak memory of the service ${before.memory} MB before, ${peakMemory(child.pid)} MB after`,
    );
    const each = (name: string) => sum(name) / rows;
    const [readUnits, writeUnits, ms] = [each('readUnits'), each('writeUnits'), each('ms')];
    return { readUnits, writeUnits, ms, bytes: (metadata?.bytes ?? 0) / rows };
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
    await anvil.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function exported({ dataUrl, apiKeys }: Ready): Promise<Operation> {
  const headers = { 'x-service-api-key': apiKeys.pro, 'content-type': 'application/json' };
  const addresses = Array.from({ length: PEOPLE }, (_, n) => getAddress(`address ${n}`));
  const body = JSON.stringify({ type: 'TRANSACTION_EXPORT_EVM', options: { addresses, includeChains: [CHAIN] } });
  const started = await fetch(`${dataUrl}/v1/operations/transactions:export`, { method: 'POST', headers, body });
  let operation = (await started.json()) as Operation;
  while (operation.operationStatus === 'RUNNING') {
    await new Promise((resolve) => setTimeout(resolve, 50));
    operation = (await (
      await fetch(`${dataUrl}/v1/operations/${operation.operationId}`, { headers })
    ).json()) as Operation;
  }
  if (operation.operationStatus === 'FAILED') throw new Error(operation.message);
  return operation;
}

const toTransitions = (ready: Ready): Promise<number> => callsTo(ready, 'states:Transition');
