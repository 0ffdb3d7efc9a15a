import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startAnvil } from '../../demo/anvil';
import { generateChain } from '../../demo/generate';
import { rpc } from '../../demo/rpc';
import { isDone, joinFindings, ROW_FAMILIES } from '../../lambdas/chain/domain/rederivation';
import { getJobs } from '../../lambdas/chain/rows/backfill-jobs';
import { createRederivation, getParts, getRederivation, requestWork } from '../../lambdas/chain/rows/rederivations';
import { createDynamoClient } from '../../lambdas/core/table/dynamo-client';
import { createPlainTable, type Table } from '../../lambdas/core/table/plain-table';
import { CHAIN, cpuSeconds, startService, UNLIMITED } from './service';
import { untilWhole } from './until-whole';

const TRANSFERS_PER_BLOCK = 20;
const DEPTH = 64;
const POLL_MS = 20;

/** A history of ERC-20 transfers, backfilled and then derived again by one worker each, over the same store. */
export async function benchRederive({ blocks }: { readonly blocks: number }): Promise<void> {
  const anvil = await startAnvil({ chainId: Number(CHAIN) });
  const dir = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    console.log(`Generating ${blocks} blocks of ${TRANSFERS_PER_BLOCK} transfers…`);
    await generateChain({
      ...{ url: anvil.url, blocks, transactionsPerBlock: TRANSFERS_PER_BLOCK, seed: 1, kind: 'erc20' },
      ...{ tokens: 3, tokenSenders: 10, addresses: 5_000, evenRecipients: true },
    });
    const last = Number(await rpc<string>(anvil.url, 'eth_blockNumber'));
    const chain = { chainId: CHAIN, network: 'testnet', rpcUrl: anvil.url, finalityDepth: DEPTH, backfillWorkers: 1 };
    const { child, ready } = await startService(dir, { chains: [{ ...chain, traces: false }], ...UNLIMITED });
    const { awsUrls, token } = ready;
    const credentials = { accessKeyId: token, secretAccessKey: token };
    const table = createPlainTable(
      `${ready.name}-table`,
      createDynamoClient({ endpoint: awsUrls.dynamodb, region: 'us-east-1', credentials }),
    );
    try {
      console.log('\nwork           blocks       s   CPU s   transfers/s   write units   read units');
      const show = (work: string, count: number, ms: number, cpu: number, write: number, read?: number) =>
        console.log(
          [
            work.padEnd(12),
            String(count).padStart(8),
            (ms / 1_000).toFixed(1).padStart(7),
            cpu.toFixed(1).padStart(7),
            ((count * TRANSFERS_PER_BLOCK * 1_000) / ms).toFixed(0).padStart(13),
            write.toFixed(0).padStart(13),
            (read?.toFixed(0) ?? '').padStart(12),
          ].join(' '),
        );
      const [began, cpu] = [performance.now(), cpuSeconds(child.pid)];
      await untilWhole(ready, last, false);
      const jobs = await getJobs(table, CHAIN);
      const count = jobs.reduce((sum, { from, to }) => sum + to - from + 1, 0);
      const units = jobs.reduce((sum, { writeUnits }) => sum + writeUnits, 0);
      show('backfill', count, performance.now() - began, cpuSeconds(child.pid) - cpu, units);
      const range = { from: 0, to: Math.max(...jobs.map(({ to }) => to)) };
      await createRederivation(table, CHAIN, { ...range, families: ROW_FAMILIES }, { workers: 1, now: Date.now() });
      const before = { write: 0, read: 0 };
      for (const work of ['derive', 'compare'] as const) {
        const asked = await getRederivation(table, CHAIN);
        if (!asked) throw new Error('no re-derivation');
        if (work === 'compare') await requestWork(table, CHAIN, asked, { work, now: Date.now() });
        const { ms, cpu: used, parts } = await roundTaken(table, child.pid);
        const sum = (of: 'writeUnits' | 'readUnits') => parts.reduce((total, part) => total + part[of], 0);
        const [write, read] = [sum('writeUnits'), sum('readUnits')];
        show(work, count, ms, used, write - before.write, read - before.read);
        Object.assign(before, { write, read });
        const { rows, blocks: differing } = joinFindings(parts.map(({ found }) => found));
        const same = Object.values(rows).reduce((total, one) => total + one.same, 0);
        if (work === 'compare') console.log(`\n${same} rows equal, ${differing.length} ranges with differences`);
      }
    } finally {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    }
  } finally {
    await anvil.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** From the moment a worker takes its part: workers start once a minute. */
async function roundTaken(table: Table, pid: number | undefined) {
  const record = await getRederivation(table, CHAIN);
  let begun: { readonly at: number; readonly cpu: number } | undefined;
  for (; ; await sleep(POLL_MS)) {
    const parts = await getParts(table, CHAIN);
    if (parts.some(({ worker, round }) => round === record?.round && worker !== undefined))
      begun ??= { at: performance.now(), cpu: cpuSeconds(pid) };
    if (record && begun && parts.every((part) => isDone(part, record)))
      return { ms: performance.now() - begun.at, cpu: cpuSeconds(pid) - begun.cpu, parts };
  }
}
