import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startAnvil } from '../../demo/anvil';
import { addressOf } from '../../demo/random';
import { rpc } from '../../demo/rpc';
import { logLines, type Ready, startService } from './service';

const CHAIN = '31337';
/** Messages of each measurement. */
const MESSAGES = 500;
/** Between two blocks of a single transfer. */
const BLOCK_INTERVAL_MS = 200;
/** Functions log their usage at the end of an invocation: after this delay all of them have. */
const USAGE_DELAY_MS = 1_500;

/** Prints the latency and the cost of messages, at the polling interval of the budget and at one second. */
export async function benchWebhooks(): Promise<void> {
  console.log(
    `\nWebhooks, ${MESSAGES} messages              p50 ms   p99 ms   per second requests   RRU   WRU   SQS calls   function ms`,
  );
  for (const pollIntervalMs of [100, 1_000]) await measure(pollIntervalMs);
}

async function measure(pollIntervalMs: number): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'bench-'));
  const anvil = await startAnvil({ chainId: Number(CHAIN) });
  const arrivals = new Map<string, number>();
  const receiver = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { event } = JSON.parse(String(Buffer.concat(parts))) as { event: { transaction: { txHash: string } } };
    arrivals.set(event.transaction.txHash, performance.now());
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  let stop = () => {};
  try {
    const chain = { chainId: CHAIN, network: 'testnet', rpcUrl: anvil.url, traces: false, pollIntervalMs };
    const { child, ready } = await startService(dir, { webhookLoopback: true, chains: [chain] });
    stop = () => child.kill('SIGTERM');
    const [from = ''] = await rpc<string[]>(anvil.url, 'eth_accounts');
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    await register(ready, { eventType: 'address_activity', url, chainId: CHAIN, metadata: { addresses: [from] } });
    const transfer = (n: number): Promise<string> =>
      rpc(anvil.url, 'eth_sendTransaction', [{ from, to: addressOf(`address ${n}`), value: '0x1', gas: '0x5208' }]);
    const report = async (title: string, work: () => Promise<Map<string, number>>) => {
      const before = await usage(dir, ready);
      const began = performance.now();
      const mined = await work();
      for (
        const until = performance.now() + 120_000;
        [...mined.keys()].some((hash) => !arrivals.has(hash));
        await sleep(20)
      )
        if (performance.now() > until) throw new Error('timed out waiting for messages');
      const took = (performance.now() - began) / 1_000;
      await sleep(USAGE_DELAY_MS);
      const after = await usage(dir, ready);
      const waits = [...mined].map(([hash, at]) => (arrivals.get(hash) ?? 0) - at).toSorted((a, b) => a - b);
      const each = (name: keyof Usage) => (after[name] - before[name]) / mined.size;
      console.log(
        [
          `${title}, polled every ${pollIntervalMs} ms`.padEnd(40),
          (waits[Math.floor(waits.length / 2)] ?? 0).toFixed(0).padStart(6),
          (waits[Math.floor(waits.length * 0.99)] ?? 0).toFixed(0).padStart(8),
          (mined.size / took).toFixed(0).padStart(10),
          each('requests').toFixed(2).padStart(10),
          each('readUnits').toFixed(2).padStart(5),
          each('writeUnits').toFixed(2).padStart(5),
          each('queueCalls').toFixed(2).padStart(11),
          each('ms').toFixed(1).padStart(17),
        ].join(' '),
      );
    };
    // The first message loads the functions.
    await report('the first', async () => new Map([[await transfer(0), performance.now()]]));
    await report('one per block', async () => {
      const mined = new Map<string, number>();
      for (let n = 0; n < MESSAGES; n++) {
        // The node responds once the transaction is mined.
        mined.set(await transfer(n), performance.now());
        await sleep(BLOCK_INTERVAL_MS);
      }
      return mined;
    });
    await rpc(anvil.url, 'evm_setAutomine', [false]);
    await report('twenty per block', async () => {
      const mined = new Map<string, number>();
      for (let n = 0; n < MESSAGES; n += 20) {
        const hashes: string[] = [];
        for (let i = 0; i < 20; i++) hashes.push(await transfer(n + i));
        await rpc(anvil.url, 'evm_mine');
        for (const hash of hashes) mined.set(hash, performance.now());
      }
      return mined;
    });
  } finally {
    stop();
    receiver.closeAllConnections();
    receiver.close();
    await anvil.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function register({ dataUrl, apiKeys }: Ready, body: object): Promise<void> {
  const headers = { 'x-service-api-key': apiKeys.pro, 'content-type': 'application/json' };
  const answer = await fetch(`${dataUrl}/v1/webhooks`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (answer.status !== 201) throw new Error(`the webhook was not created: ${await answer.text()}`);
}

interface Usage {
  readonly requests: number;
  readonly readUnits: number;
  readonly writeUnits: number;
  readonly ms: number;
  readonly queueCalls: number;
}

/** What matcher and sender have used so far, from their logs, and the calls to all queues, including polls. */
async function usage(dir: string, { controlUrl }: Ready): Promise<Usage> {
  const lines = logLines(dir).filter((line) => 'matched' in line || 'sent' in line);
  const total = (name: string) => lines.reduce((sum, line) => sum + (Number(line[name]) || 0), 0);
  const calls = (await (await fetch(`${controlUrl}/local/calls`)).json()) as Record<string, number>;
  const queueCalls = Object.entries(calls).reduce(
    (sum, [name, count]) => sum + (name.startsWith('sqs:') ? count : 0),
    0,
  );
  const [requests, readUnits, writeUnits] = [total('requests'), total('readUnits'), total('writeUnits')];
  return { requests, readUnits, writeUnits, ms: total('ms'), queueCalls };
}
