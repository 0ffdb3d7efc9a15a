import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { SQS } from '@aws-sdk/client-sqs';
import { ClassicLevel } from 'classic-level';
import { carryOver } from '../../bin/restore/carry-over';
import { checkChain } from '../../bin/restore/check-chain';
import { type Anvil, startAnvil } from '../../demo/anvil';
import { createRpc } from '../../lambdas/core/node/rpc';
import { createTableClient } from '../../lambdas/core/table/table';
import { perform } from '../../local/dynamodb/actions';
import { createStore } from '../../local/dynamodb/store';
import { FULL } from '../support/full';
import { mine, reorg, rpc, sendTransfers } from '../support/node/anvil';
import { nodeProxy } from '../support/node/node-proxy';
import { tokenTraffic } from '../support/node/token-traffic';
import { getCredentials } from '../support/runner-token';
import { runCli } from '../support/service/command';
import { difference, dump } from '../support/service/dump';
import { pull, type Stored } from '../support/service/puller';
import { startReceiver } from '../support/service/receiver';
import { registerWebhook } from '../support/service/register-webhook';
import { folder, type Json, removeFolders, Service, wait } from '../support/service/service';
import { clientOver } from '../support/tables/client-over';

const CHAIN = '31337';
const DEPTH = 64;
const TABLE = 'chain-data-table';
/** Moments to which the table is restored. */
const MOMENTS = FULL ? 100 : 3;
/** Everything but webhooks: deliveries differ. */
const INDEX = /^(?!w[a-z]*#)/;

let anvil: Anvil;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let config: Json;
beforeAll(async () => {
  [anvil, receiver] = await Promise.all([startAnvil({ chainId: Number(CHAIN) }), startReceiver()]);
  await rpc(anvil.url, 'evm_setAutomine', [false]);
  const chain = { chainId: CHAIN, network: 'testnet', rpcUrl: anvil.url, pollIntervalMs: 100, finalityDepth: DEPTH };
  config = { webhookLoopback: true, chains: [chain] };
});
afterAll(async () => {
  await receiver?.stop();
  await anvil?.stop();
  removeFolders();
});

const headHash = async () => ((await rpc(anvil.url, 'eth_getBlockByNumber', ['latest', false])) as Json).hash;
async function caughtUp(service: Service): Promise<void> {
  for (const until = Date.now() + 60_000; Date.now() < until; await wait(100)) {
    const { body } = await service.get<Json>(`/v1/chains/${CHAIN}/blocks?pageSize=1`);
    if ((body.blocks as Json[] | undefined)?.[0]?.blockHash === (await headHash())) return;
  }
  throw new Error(`not caught up: ${service.output}`);
}
async function grow(blocks: number): Promise<void> {
  for (let n = 0; n < blocks; n++) {
    await sendTransfers(anvil.url, 3);
    await mine(anvil.url, 1);
  }
}
/** As text, without balances in address rows, which depend on where a batch of blocks ended. */
async function indexOf(service: Service): Promise<Map<string, string>> {
  const rows = [...(await dump(service, INDEX))];
  return new Map(rows.map(([key, row]) => [key, key.startsWith('a#') ? row.replace(/^d=\w+ /, '') : row]));
}
/** Transactions of the messages that were not taken back; each id counts once. */
function hashes(bodies: readonly Json[]): string[] {
  const events = new Map(bodies.map(({ messageId, event }) => [String(messageId), event as Json]));
  const removed = new Set([...events.values()].map(({ removes }) => removes));
  const held = [...events].filter(([id, { removes }]) => removes === undefined && !removed.has(id));
  return held.map(([, event]) => String((event.transaction as Json).txHash)).toSorted();
}
const received = () => hashes(receiver.received.map(({ body }) => body));

/** Waits until everything is sent, and returns the transactions of the chain. */
async function sent(service: Service, webhook: string): Promise<string[]> {
  await caughtUp(service);
  // Messages that were pending at the moment may wait for the sweep, and for the lease of a sender that is gone.
  for (const until = Date.now() + 240_000; ; await wait(200)) {
    const messages = (await service.all(`/v1/webhooks/${webhook}/messages`, 'messages', 100)) as Json[];
    const open = messages.filter(({ status }) => status === 'pending');
    const transactions = (await service.all(`/v1/chains/${CHAIN}/transactions`, 'transactions', 100)) as Json[];
    const found = transactions.map((one) => String(one.txHash)).toSorted();
    if (open.length === 0 && JSON.stringify(received()) === JSON.stringify(found)) return found;
    if (Date.now() > until)
      throw new Error(`${open.length} pending, ${received().length} received of ${found.length} ${service.output}`);
  }
}

async function readAll(service: Service, id: string, from: Stored): Promise<Stored> {
  for (let stored = from; ; ) {
    const next = await pull(service, id, stored);
    stored = next.stored;
    if (next.page.done) return stored;
  }
}

async function openTable(directory: string) {
  const db = new ClassicLevel(directory);
  await db.open();
  const store = createStore(db);
  await store.createTable(JSON.parse(String(await db.get(`table~${TABLE}`))));
  const table = createTableClient(
    TABLE,
    clientOver(async (call, request) => perform(store, call, request)),
  );
  return { table, close: () => db.close() };
}

/** A service with everything of the stopped one, but with the table of a copy. */
async function restored(stopped: Service, copy: string, at: number): Promise<Service> {
  const made = new Service(config, folder());
  const data = join(made.dir, 'data');
  cpSync(join(stopped.dir, 'data'), data, { recursive: true });
  rmSync(join(data, 'dynamodb'), { recursive: true });
  cpSync(join(copy, 'dynamodb'), join(data, 'dynamodb'), { recursive: true });
  const replaced = await openTable(join(stopped.dir, 'data', 'dynamodb'));
  const next = await openTable(join(data, 'dynamodb'));
  const tables = { replaced: replaced.table, restored: next.table };
  const { followUps } = await carryOver(tables, {
    chains: [{ name: CHAIN, finalityDepth: DEPTH }],
    owners: ['local'],
    at,
    now: Date.now,
  });
  await replaced.close();
  await next.close();
  await made.start();
  const sqs = new SQS({
    endpoint: made.urls.awsUrls.sqs,
    region: 'us-east-1',
    credentials: getCredentials(made.urls.token),
  });
  const { QueueUrls: [QueueUrl] = [] } = await sqs.listQueues({ QueueNamePrefix: 'chain-data-webhooks-Match' });
  for (const message of followUps) await sqs.sendMessage({ QueueUrl, MessageBody: JSON.stringify(message) });
  return made;
}

test('a table restored to any moment continues to the same chain, and receivers count every message once', async () => {
  let service = await new Service(config).start();
  const [from = ''] = await rpc<string[]>(anvil.url, 'eth_accounts', []);
  await service.indexed(CHAIN, 0);
  const webhook = await registerWebhook(service, receiver.url, [from]);
  const feed = await registerWebhook(service, receiver.url, [from], { delivery: 'pull', url: undefined });
  let puller: Stored = { cursor: '', messages: [] };
  await grow(3);
  const copies: { readonly folder: string; readonly at: number }[] = [];
  for (let n = 0; n < MOMENTS; n++) {
    await grow(1 + (n % 3));
    if (n % 2 === 1) {
      await reorg(anvil.url, 2);
      await grow(1);
    }
    const to = join(folder(), 'copy');
    const { code, stderr } = await runCli(service, 'backup', '--to', to);
    expect([code, stderr]).toEqual([0, '']);
    copies.push({ folder: to, at: Date.now() });
    puller = (await pull(service, feed, puller)).stored;
  }
  await grow(4);
  await reorg(anvil.url, 2);
  await grow(2);
  await sent(service, webhook);
  puller = (await pull(service, feed, puller)).stored;

  for (const { folder: copy, at } of copies) {
    await sent(service, webhook);
    const index = await indexOf(service);
    await service.stop();
    const other = await restored(service, copy, at);
    const all = await sent(other, webhook);
    expect(difference(await indexOf(other), index)).toEqual([]);
    await grow(2);
    await reorg(anvil.url, 1);
    await grow(1);
    const later = await sent(other, webhook);
    expect(later.length).toBeGreaterThan(all.length);
    puller = await readAll(other, feed, puller);
    expect(hashes(puller.messages.map(({ body }) => JSON.parse(body) as Json))).toEqual(later);
    service = other;
  }
  await service.stop();
});

test('a check compares blocks and balances with the node, also one that keeps no old state', async () => {
  const own = await startAnvil({ chainId: Number(CHAIN) });
  const proxy = await nodeProxy(own.url);
  const chains = [{ chainId: CHAIN, network: 'testnet', rpcUrl: own.url, finalityDepth: 4 }];
  const service = await new Service({ chains }).start();
  try {
    await tokenTraffic(own.url, 11, 16);
    const number = Number(await rpc(own.url, 'eth_blockNumber', []));
    await service.indexed(CHAIN, number);
    await service.stop();
    const { table, close } = await openTable(join(service.dir, 'data', 'dynamodb'));
    const check = async () => {
      const node = createRpc(proxy.url, { callsPerSecond: 1_000, maxBatchCalls: 10 });
      const tables = { replaced: table, restored: table };
      return checkChain(tables, { chainId: CHAIN, finalityDepth: 1 }, node).finally(() => node.close());
    };
    const whole = await check();
    expect(whole).toMatchObject({ block: number, blocks: expect.any(Number) as number });
    expect([whole.blocks > 5, whole.balances > 5]).toEqual([true, true]);
    // Contracts of this traffic change balances without a transfer.
    expect(whole.differences.filter((line) => line.startsWith('block'))).toEqual([]);
    const latest = (await rpc(own.url, 'eth_getBlockByNumber', ['latest', false])) as { hash: string };
    proxy.refuse(({ method, params }) => method === 'eth_call' && !JSON.stringify(params).includes(latest.hash));
    expect((await check()).balances).toBeGreaterThan(5);
    const pk = `h#${CHAIN}`;
    const { items } = await table.query({ pk, low: '0', high: '9', ascending: true, limit: 100 });
    const damaged = items.slice(0, 20).map((item) => ({ put: { ...item, h: new Uint8Array(32) } as never }));
    await table.write(damaged);
    expect((await check()).isWrong).toBe(true);
    await close();
  } finally {
    await service.stop();
    proxy.stop();
    await own.stop();
  }
});
