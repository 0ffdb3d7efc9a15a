import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Anvil, startAnvil } from '../../demo/anvil';
import { type Generated, generateChain } from '../../demo/generate';
import { getAddress, seededRandom } from '../../demo/random';
import { quantity } from '../../demo/rpc';
import { createQueueClient } from '../../local/queues';
import { FULL } from '../support/full';
import { mine, reorg, rpc } from '../support/node/anvil';
import { plainMatches } from '../support/oracles/plain-matcher';
import { registerWebhook } from '../support/service/register-webhook';
import { folder, type Json, removeFolders, Service, wait } from '../support/service/service';

const CHAIN = '31337';
const [TRANSFERS, HOOKS, ADDRESSES] = FULL ? [1_000, 50, 40] : [80, 10, 12];
const PER_BLOCK = 20;
const generation = { transactionsPerBlock: PER_BLOCK, addresses: ADDRESSES, tokens: 5, kind: 'erc20' } as const;

type Message = { messageId: string; kind: string; status: string; attempts: Json[] };
type Line = { outcome: string; id: string; webhook: string };

let anvil: Anvil;
let service: Service;
let receiver: ChildProcess;
let [url, log] = ['', ''];
let hooks: { readonly id: string; readonly addresses: readonly string[]; readonly road: string }[];
/** Message IDs by webhook: ever matched, still on the chain, and removals of the rest. */
let [matched, canonical, takenBack] = [new Map<string, string[]>(), new Map(), new Map()];
const blocks: Json[] = [];

beforeAll(async () => {
  anvil = await startAnvil({ chainId: Number(CHAIN) });
  await generateChain({ url: anvil.url, blocks: 1, seed: 1, ...generation });
  service = await new Service({
    webhookLoopback: true,
    chains: [{ chainId: CHAIN, network: 'testnet', rpcUrl: anvil.url }],
  }).start();
  await service.indexed(CHAIN, await head());
  const { secret } = (await service.send('POST', '/v1/webhooks:generateOrRotateSharedSecret')).body;
  log = join(folder(), 'received.log');
  receiver = spawn(process.execPath, ['test/support/service/receiver-process.mjs', String(secret), log], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [printed] = (await once(receiver.stdout ?? receiver, 'data')) as [Buffer];
  url = String(printed).trim();
});
afterAll(async () => {
  await service?.stop();
  receiver?.kill();
  await anvil?.stop();
  removeFolders();
});

const head = async () => Number(await rpc(anvil.url, 'eth_blockNumber', []));
const received = (): Line[] =>
  readFileSync(log, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [outcome = '', id = '', webhook = ''] = line.split(' ');
      return { outcome, id, webhook };
    });
const getMessages = async (id: string) =>
  (await service.all(`/v1/webhooks/${id}/messages`, 'messages', 100)) as unknown as Message[];
const sorted = (ids: readonly string[] | undefined) => (ids ?? []).toSorted();

/** The events of the bus for each block, in the contract's shape. */
async function getEvents(from: number, to: number, more: Json = {}): Promise<Json[]> {
  const events: Json[] = [];
  for (let number = from; number <= to; number++) {
    const block = await rpc<Record<string, string> & { transactions: string[] }>(anvil.url, 'eth_getBlockByNumber', [
      quantity(number),
      false,
    ]);
    events.push({
      id: `again ${block.hash}`,
      chainId: CHAIN,
      network: 'testnet',
      number,
      hash: block.hash,
      parentHash: block.parentHash,
      timestamp: Number(block.timestamp),
      transactions: block.transactions.length,
      incarnation: 1,
      epoch: 0,
      raw: '',
      ...more,
    });
  }
  return events;
}

/** Registers the webhooks with one to three addresses each, at the good, the flaky or a dead receiver. */
async function register(): Promise<typeof hooks> {
  const made = [];
  for (let i = 0; i < HOOKS; i++) {
    const addresses = [0, 1, 2].slice(0, 1 + (i % 3)).map((j) => getAddress(`address ${(i * 3 + j * 5) % ADDRESSES}`));
    const road = i === HOOKS - 1 ? 'dead' : i % 5 === 4 ? 'flaky' : 'good';
    const to = road === 'dead' ? 'http://127.0.0.1:9/nobody' : `${url}/${road}`;
    const id = await registerWebhook(service, to, addresses, i % 7 === 3 ? { confirmations: 2 } : {});
    made.push({ id, addresses, road });
  }
  return made;
}

test(`every match of ${TRANSFERS} transfers to ${HOOKS} webhooks is accounted for, despite a reorg of three blocks`, async () => {
  hooks = await register();
  const first = (await head()) + 1;
  const made: Generated = await generateChain({
    url: anvil.url,
    blocks: TRANSFERS / PER_BLOCK,
    seed: 2,
    ...generation,
  });
  // As soon as the last block is indexed, while its messages are in flight, three blocks are orphaned.
  for (;;) {
    const { body } = await service.get<{ blocks?: Json[] }>(`/v1/chains/${CHAIN}/blocks?pageSize=1`);
    if (Number(body.blocks?.[0]?.blockNumber) >= made.lastBlock) break;
    await wait(20);
  }
  const before = await plainMatches(anvil.url, CHAIN, first, made.lastBlock, hooks);
  const left = [made.lastBlock - 2, made.lastBlock] as const;
  takenBack = await plainMatches(anvil.url, CHAIN, ...left, hooks, 'removed');
  const orphans = await getEvents(...left);
  const [from = ''] = await rpc<string[]>(anvil.url, 'eth_accounts', []);
  const others = Array.from({ length: 6 }, (_, i) => ({ from, to: getAddress(`address ${i}`), value: '0x1' }));
  await reorg(
    anvil.url,
    3,
    others.map((transaction, i) => [transaction, i % 3]),
  );
  await mine(anvil.url, 4);
  const last = await head();
  await service.indexed(CHAIN, last);
  canonical = await plainMatches(anvil.url, CHAIN, first, last, hooks);
  matched = new Map(
    hooks.map(({ id }) => [id, [...new Set([...(before.get(id) ?? []), ...(canonical.get(id) ?? [])])]]),
  );
  for (const event of await getEvents(first, last)) blocks.push({ 'detail-type': 'block.added', detail: event });
  for (const event of orphans)
    for (const kind of ['block.added', 'block.removed']) blocks.push({ 'detail-type': kind, detail: event });
  await audit(120_000);
});

test('redelivering every queue message twice in any order is a no-op', async () => {
  const counts = received().length;
  const queue = createQueueClient(service.urls.awsUrls.sqs, service.urls.token);
  const { QueueUrls = [] } = await queue<{ QueueUrls?: string[] }>('ListQueues', {});
  const getQueue = (name: RegExp) => QueueUrls.find((one) => name.test(one) && !/dead|dlq/i.test(one)) ?? '';
  // One per message of each webhook, as if each had been announced separately.
  const deliveries: Json[] = [];
  for (const { id } of hooks)
    deliveries.push(...(await getMessages(id)).map(() => ({ webhooks: [id], owner: 'local' })));
  const random = seededRandom(7);
  const send = async (name: RegExp, bodies: readonly Json[]) => {
    const shuffled = [...bodies, ...bodies].map((body) => [random(), body] as const).toSorted(([a], [b]) => a - b);
    expect(shuffled.length).toBeGreaterThan(0);
    for (let at = 0; at < shuffled.length; at += 10)
      await queue('SendMessageBatch', {
        QueueUrl: getQueue(name),
        Entries: shuffled
          .slice(at, at + 10)
          .map(([, body], i) => ({ Id: String(i), MessageBody: JSON.stringify(body) })),
      });
  };
  await Promise.all([send(/Match/i, blocks), send(/Send/i, deliveries)]);
  await drained([/Match/i, /Send/i].map(getQueue));
  await audit(240_000);
  const dead = new Set(hooks.filter(({ road }) => road === 'dead').map(({ id }) => id));
  expect(received().filter(({ webhook }) => !dead.has(webhook))).toHaveLength(counts);

  /** Waits until the queues are empty and nothing is being processed. */
  async function drained(urls: readonly string[]): Promise<void> {
    for (const end = Date.now() + 600_000; ; await wait(500)) {
      const AttributeNames = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'];
      const all = await Promise.all(
        urls.map((QueueUrl) =>
          queue<{ Attributes: Record<string, string> }>('GetQueueAttributes', { QueueUrl, AttributeNames }),
        ),
      );
      if (all.every(({ Attributes }) => Object.values(Attributes).every((count) => Number(count) === 0))) return;
      if (Date.now() > end) throw new Error(`they do not drain: ${JSON.stringify(all)}`);
    }
  }
});

/** The messages of a webhook by canonical and orphaned blocks (attempted ones apart), and its removals. */
function getSides(id: string, own: readonly Message[]) {
  const [added, removals] = [own.filter((one) => one.kind === 'added'), own.filter((one) => one.kind === 'removed')];
  const still = new Set(canonical.get(id));
  const wanted = added.filter(({ messageId }) => still.has(messageId));
  const gone = added.filter(({ messageId }) => !still.has(messageId));
  const tried = gone.filter(({ status, attempts }) => status === 'delivered' || attempts.length > 0);
  return { added, removals, wanted, gone, tried };
}

/**
 * Waits until only the dead receiver has pending messages. Then three independent counts must agree: the second
 * matcher's, the service's own list, and the receiver's log.
 */
async function audit(withinMs: number): Promise<void> {
  const all = new Map<string, Message[]>();
  for (const end = Date.now() + withinMs; ; await wait(1_000)) {
    for (const { id } of hooks) all.set(id, await getMessages(id));
    const isDone = hooks.every(({ id, road }) => {
      const told = all.get(id) ?? [];
      const { added, removals, tried } = getSides(id, told);
      return (
        added.length >= (matched.get(id)?.length ?? 0) &&
        removals.length >= tried.length &&
        (road === 'dead' || told.every(({ status }) => status !== 'pending'))
      );
    });
    if (isDone) break;
    if (Date.now() > end)
      throw new Error(
        `not done: ${JSON.stringify(
          hooks.map(({ id, road }) => {
            const { added, removals, tried } = getSides(id, all.get(id) ?? []);
            return {
              id,
              road,
              added: added.length,
              matched: matched.get(id)?.length,
              removals: removals.length,
              tried,
            };
          }),
        )}`,
      );
  }
  const sums: Record<string, number> = {};
  const lines = Map.groupBy(received(), ({ webhook }) => webhook);
  expect(received().filter(({ outcome }) => outcome === 'false')).toEqual([]);
  for (const { id, road } of hooks) {
    const own = all.get(id) ?? [];
    const { added, removals, wanted, gone, tried } = getSides(id, own);
    // No message is lost or invented.
    expect([id, sorted(added.map(({ messageId }) => messageId))]).toEqual([id, sorted(matched.get(id))]);
    for (const { status } of added) sums[status] = (sums[status] ?? 0) + 1;
    expect([id, new Set(wanted.map(({ status }) => status))]).toEqual([
      id,
      new Set(wanted.length === 0 ? [] : [road === 'dead' ? 'pending' : 'delivered']),
    ]);
    // Every message that may have arrived has one removal, and no other message has any.
    const taken = (lines.get(id) ?? []).filter(({ outcome }) => outcome === 'taken').map((line) => line.id);
    expect([id, new Set(taken).size]).toEqual([id, taken.length]);
    // Removals wait at a dead receiver. If the message was claimed but never attempted, its removal is discarded only when
    // its turn comes.
    const undecided = road === 'dead' ? removals.filter(({ attempts }) => attempts.length === 0).length : 0;
    const surplus = removals.length - tried.length;
    const most = Math.min(undecided, gone.length - tried.length);
    expect([id, road, surplus >= 0, surplus <= most]).toEqual([id, road, true, true]);
    for (const { messageId } of removals) expect(takenBack.get(id)).toContain(messageId);
    const delivered = own.filter(({ status }) => status === 'delivered').map(({ messageId }) => messageId);
    // The receiver may have accepted a message revoked in flight: it has a removal, counted above.
    const known = new Set([...delivered, ...tried.map(({ messageId }) => messageId)]);
    expect([id, delivered.filter((one) => !taken.includes(one))]).toEqual([id, []]);
    expect([id, taken.filter((one) => !known.has(one))]).toEqual([id, []]);
  }
  console.log(`${received().length} requests received;`, sums, `${[...matched.values()].flat().length} matched`);
  expect(Object.values(sums).reduce((sum, one) => sum + one, 0)).toBe([...matched.values()].flat().length);
}
