import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startAnvil } from '../../demo/anvil';
import { getAddress } from '../../demo/random';
import { rpc } from '../../demo/rpc';
import { callsTo, cpuSeconds, getTotal, logLines, type Ready, startService, untilIndexed } from './service';

const CHAIN = '31337';
const TRANSFER_GAS = 21_000;
/** 1 gwei: the base fee of every block, and the gas price of transfers. */
const GAS_PRICE = '0x3b9aca00';
/** Functions log their usage at the end of an invocation. */
const USAGE_DELAY_MS = 1_500;

/** Of matcher and sender, except `queueCalls` and `cpuSeconds`, which are the whole service's. */
export interface Usage {
  readonly requests: number;
  readonly readUnits: number;
  readonly writeUnits: number;
  readonly ms: number;
  readonly queueCalls: number;
  readonly cpuSeconds: number;
}

/** By transaction hash, as `performance.now()`. */
type Arrivals = ReadonlyMap<string, number>;

export interface WebhookWorld {
  /** `path`: `/well/…`, `/slow2000/…` (ms) or `/silent/…`, or a URL. */
  readonly register: (path: string, address: string, more?: object) => Promise<void>;
  /** Waiting pullers of a webhook without messages, each with a request at any time; returns a stop function. */
  readonly pull: (pullers: number) => Promise<() => Promise<void>>;
  readonly arrivals: (path: string) => Arrivals;
  readonly requestsAt: (path: string) => number;
  /** Returns the hash. Mined at once unless `automine` is off. */
  readonly transfer: (to: string) => Promise<string>;
  readonly automine: (on: boolean) => Promise<void>;
  readonly transfersPerBlock: (count: number) => Promise<void>;
  readonly mine: () => Promise<void>;
  readonly usage: () => Promise<Usage>;
}

export async function withWebhookWorld(
  pollIntervalMs: number,
  work: (world: WebhookWorld) => Promise<void>,
): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'bench-'));
  const anvil = await startAnvil({ chainId: Number(CHAIN) });
  const byPath = new Map<string, Map<string, number>>();
  const requests = new Map<string, number>();
  const receiver = createServer(async (request, response) => {
    const at = performance.now();
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { event } = JSON.parse(String(Buffer.concat(parts))) as { event: { transaction: { txHash: string } } };
    const path = request.url ?? '';
    requests.set(path, (requests.get(path) ?? 0) + 1);
    if (path.startsWith('/silent')) return;
    const delay = Number(/^\/slow(\d+)/.exec(path)?.[1] ?? 0);
    if (delay > 0) await sleep(delay);
    const own = byPath.get(path) ?? new Map<string, number>();
    byPath.set(path, own.set(event.transaction.txHash, at));
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  let stop = () => {};
  try {
    const chain = { chainId: CHAIN, network: 'testnet', rpcUrl: anvil.url, traces: false, pollIntervalMs };
    const { child, ready } = await startService(dir, { webhookLoopback: true, chains: [chain] });
    stop = () => child.kill('SIGTERM');
    // Until the first block is indexed, the service rejects webhooks of the chain.
    await untilIndexed(ready, CHAIN, 0);
    // Round robin: the node keeps only a few hundred pending transactions per account.
    const accounts = await rpc<string[]>(anvil.url, 'eth_accounts');
    let sent = 0;
    const base = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    await work({
      register: async (path, address, more = {}) =>
        void (await register(ready, address, { url: path.startsWith('/') ? base + path : path, ...more })),
      pull: (pullers) => pull(ready, pullers),
      arrivals: (path) => byPath.get(path) ?? new Map(),
      requestsAt: (path) => requests.get(path) ?? 0,
      transfer: (to) => {
        const from = accounts[sent++ % accounts.length];
        return rpc(anvil.url, 'eth_sendTransaction', [{ from, to, value: '0x1', gas: '0x5208', gasPrice: GAS_PRICE }]);
      },
      automine: async (on) => void (await rpc(anvil.url, 'evm_setAutomine', [on])),
      transfersPerBlock: async (count) =>
        void (await rpc(anvil.url, 'evm_setBlockGasLimit', [`0x${(count * TRANSFER_GAS).toString(16)}`])),
      mine: async () => {
        await rpc(anvil.url, 'evm_mine');
        // Each full block raises the base fee by an eighth, beyond GAS_PRICE after a few dozen blocks.
        await rpc(anvil.url, 'anvil_setNextBlockBaseFeePerGas', [GAS_PRICE]);
      },
      usage: () => usage(dir, ready, child.pid),
    });
  } finally {
    stop();
    receiver.closeAllConnections();
    receiver.close();
    await anvil.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

export const watchedAddress = (name: string): string => getAddress(`watched ${name}`);

async function register({ dataUrl, apiKeys }: Ready, address: string, more: object): Promise<string> {
  const headers = { 'x-service-api-key': apiKeys.pro, 'content-type': 'application/json' };
  const body = { eventType: 'address_activity', chainId: CHAIN, metadata: { addresses: [address] }, ...more };
  const answer = await fetch(`${dataUrl}/v1/webhooks`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (answer.status !== 201) throw new Error(`the webhook was not created: ${await answer.text()}`);
  return ((await answer.json()) as { id: string }).id;
}

async function pull(ready: Ready, pullers: number): Promise<() => Promise<void>> {
  const id = await register(ready, watchedAddress('quiet'), { delivery: 'pull' });
  const stopped = new AbortController();
  const feed = async (query: string): Promise<string> => {
    const answer = await fetch(`${ready.dataUrl}/v1/webhooks/${id}/feed?${query}`, {
      headers: { 'x-service-api-key': ready.apiKeys.pro },
      signal: stopped.signal,
    });
    if (answer.status !== 200) throw new Error(await answer.text());
    return ((await answer.json()) as { cursor: string }).cursor;
  };
  const loop = async () => {
    let cursor = await feed('from=now');
    while (!stopped.signal.aborted) cursor = await feed(`cursor=${cursor}&waitSeconds=20`).catch(() => cursor);
  };
  const running = Array.from({ length: pullers }, loop);
  await sleep(USAGE_DELAY_MS);
  return async () => {
    stopped.abort();
    await Promise.allSettled(running);
  };
}

async function usage(dir: string, ready: Ready, pid: number | undefined): Promise<Usage> {
  await sleep(USAGE_DELAY_MS);
  const lines = logLines(dir).filter(({ message }) => /^(matcher|sender) batch done$/.test(String(message)));
  const total = (name: string) => getTotal(lines, name);
  const queueCalls = await callsTo(ready, 'sqs:');
  const [requests, readUnits, writeUnits] = [total('requests'), total('readUnits'), total('writeUnits')];
  return { requests, readUnits, writeUnits, ms: total('ms'), queueCalls, cpuSeconds: cpuSeconds(pid) };
}
