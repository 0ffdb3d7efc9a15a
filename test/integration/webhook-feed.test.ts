import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Anvil, startAnvil } from '../../demo/anvil';
import { seededRandom } from '../../demo/random';
import { verify } from '../../docs/receivers/verify.mjs';
import { FULL } from '../support/full';
import { reorg, rpc, sendTransfers } from '../support/node/anvil';
import { plainMatches } from '../support/oracles/plain-matcher';
import {
  applied,
  type FeedMessage,
  interruptedPuller,
  pullAll as pullAllOf,
  pull as pullOf,
  type Stored,
} from '../support/service/puller';
import { startReceiver } from '../support/service/receiver';
import { registerWebhook } from '../support/service/register-webhook';
import { folder, type Json, removeFolders, Service, wait } from '../support/service/service';
import { describeIf } from '../support/skipping';

const CHAIN = '31337';
const ROUNDS = FULL ? 60 : 8;
/** Webhooks beside the first one that are only pulled, at the end: 100,000 messages in all. */
const OTHERS = FULL ? 520 : 2;

let anvil: Anvil;
let service: Service;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let from: string;

beforeAll(async () => {
  [anvil, receiver] = await Promise.all([startAnvil({ chainId: Number(CHAIN) }), startReceiver()]);
  service = await new Service({
    webhookLoopback: true,
    plans: { pro: { rate: 1_000, burst: 1_000, webhooks: 1_000 } },
    chains: [{ chainId: CHAIN, network: 'testnet', rpcUrl: anvil.url, pollIntervalMs: 100 }],
  }).start();
  [from = ''] = await rpc<string[]>(anvil.url, 'eth_accounts', []);
  await sendTransfers(anvil.url, 1);
  await service.indexed(CHAIN, await head());
});
afterAll(async () => {
  await service?.stop();
  await receiver?.stop();
  await anvil?.stop();
  removeFolders();
});

const head = async () => Number(await rpc(anvil.url, 'eth_blockNumber', []));

const pull = (id: string, stored: Stored, query = '') => pullOf(service, id, stored, query);
const pullAll = (id: string) => pullAllOf(service, id);

test('three interrupted pullers end with the canonical messages, through reorgs and a kill of the service', async () => {
  const random = seededRandom(49);
  const id = await registerWebhook(service, receiver.url, [from]);
  const first = (await head()) + 1;
  const { body: secret } = await service.get('/v1/webhooks:getSharedSecret');
  let isOver = false;
  let kills = 0;
  const count = () => {
    kills += 1;
  };
  const others: string[] = [];
  for (let i = 0; i < OTHERS; i++) others.push(await createPulled());
  const options = { random, isOver: () => isOver, interrupted: count };
  const pullers = [true, true, false].map((waits) => interruptedPuller(service, id, { ...options, waits }));
  for (let round = 0; round < ROUNDS; round++) {
    await sendTransfers(anvil.url, 4);
    if (round % 3 === 2) await reorg(anvil.url, 1 + (round % 4), []);
    if (round === Math.floor(ROUNDS / 2)) {
      await service.kill();
      await service.start();
    }
    await wait(300);
  }
  await sendTransfers(anvil.url, 3);
  await service.indexed(CHAIN, await head());
  const matches = await plainMatches(anvil.url, CHAIN, first, await head(), [{ id, addresses: [from] }]);
  const expected = matches.get(id)?.toSorted() ?? [];
  expect(expected.length).toBeGreaterThan(ROUNDS * 2);
  const isMatched = async () => (await pullAll(id)).at(-1)?.id === expected.at(-1);
  for (const end = Date.now() + 60_000; !(await isMatched()); await wait(250))
    if (Date.now() > end) throw new Error('the last message is not in the feed');
  isOver = true;
  const results = await Promise.all(pullers);
  for (const { messages } of results) {
    const holds = applied(messages);
    expect([...holds.keys()]).toEqual(expected);
    for (const { body, headers } of messages)
      expect(verify(String(secret.secret), headers, Buffer.from(body))).toBe(true);
  }
  // Delivery is retried after the kill, so most requests may come later than the feed. Numbered once it is recorded.
  const isNumbered = ({ body }: FeedMessage) => (JSON.parse(body) as { sequence: number }).sequence > 0;
  let delivered: readonly FeedMessage[] = [];
  for (const end = Date.now() + 240_000; delivered.length <= ROUNDS; await wait(250)) {
    if (Date.now() > end) throw new Error(`only ${delivered.length} messages were delivered`);
    delivered = (await pullAll(id)).filter(isNumbered);
  }
  const bodies = new Map(receiver.received.map(({ body, raw }) => [body.messageId, String(raw)]));
  for (const { id: message, body } of delivered) expect([message, body]).toEqual([message, bodies.get(message)]);
  const digestless = (ids: Iterable<string>) => [...ids].map((one) => one.slice(0, 20));
  for (const other of others) expect(digestless(applied(await pullAll(other)).keys())).toEqual(digestless(expected));
  console.log('Messages:', expected.length * (1 + OTHERS), 'interrupted pulls:', kills);
  // The counts of a webhook hold under the same faults.
  const { body: stats } = await service.get(`/v1/webhooks/${others[0]}/stats`);
  const [{ matched, pending, lost } = { matched: 0, pending: 0, lost: 0 }] = (
    stats.days as Record<string, number>[]
  ).filter((day) => day.matched);
  expect([pending, lost, matched]).toEqual([expected.length, 0, expect.any(Number)]);
});

test('an ordered webhook sends in the order of the feed, and stops at a message that fails', async () => {
  const id = await registerWebhook(service, `${receiver.url}/ordered`, [from], { order: 'chain' });
  const got = () => receiver.received.filter(({ path }) => path === '/ordered').map(({ body }) => body.messageId);
  let status = 503;
  receiver.answers(({ path }, response) => void response.writeHead(path === '/ordered' ? status : 204).end());
  await sendTransfers(anvil.url, 3);
  for (const end = Date.now() + 30_000; got().length === 0; await wait(50))
    if (Date.now() > end) throw new Error('no message was sent');
  await sendTransfers(anvil.url, 3);
  await wait(1_000);
  expect(new Set(got()).size).toBe(1);
  status = 204;
  const all = async () => (await pullAll(id)).map((message) => message.id);
  for (const end = Date.now() + 90_000; new Set(got()).size < 6; await wait(100))
    if (Date.now() > end) throw new Error(`only ${got().length} messages were sent`);
  expect([...new Set(got())]).toEqual(await all());
});

test('a hundred waiting pullers leave other requests served, and all get the next message', async () => {
  const id = await registerWebhook(service, receiver.url, [from]);
  const { body: start } = await service.get(`/v1/webhooks/${id}/feed?from=now`);
  const stored = { cursor: String(start.cursor), messages: [] };
  const pullers = Array.from({ length: 100 }, () => pull(id, stored, '&waitSeconds=20'));
  await wait(1_000);
  // All of them are still waiting.
  expect((await service.get('/v1/chains')).status).toBe(200);
  await sendTransfers(anvil.url, 1);
  const pages = await Promise.all(pullers);
  expect(new Set(pages.map(({ page }) => page.messages.map((message) => message.id).join()))).toHaveProperty('size', 1);
  expect(pages[0]?.page.messages).toHaveLength(1);
});

test('a mined transfer reaches a waiting puller', async () => {
  const id = await createPulled();
  let stored: Stored = { cursor: '', messages: [] };
  stored = (await pull(id, stored)).stored;
  const latencies: number[] = [];
  for (let i = 0; i < 10; i++) {
    const next = pull(id, stored, '&waitSeconds=20');
    // At any time between two polls of the follower.
    await wait(250 + 100 * Math.random());
    const mined = sendTransfers(anvil.url, 1).then(() => performance.now());
    const { page, stored: after } = await next;
    latencies.push(performance.now() - (await mined));
    expect(page.messages).toHaveLength(1);
    stored = after;
  }
  console.log(
    'Mined to feed, ms:',
    latencies
      .map(Math.round)
      .toSorted((a, b) => a - b)
      .join(' '),
  );
  const list = (await service.all(`/v1/webhooks/${id}/messages`, 'messages', 100)) as Json[];
  expect(new Set(list.map((message) => message.status))).toEqual(new Set(['pending']));
});

const started: ChildProcess[] = [];
afterAll(() => started.forEach(end));

/** With its children: `go run` starts another process. */
function end(child: ChildProcess): void {
  if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
    process.kill(-child.pid, 'SIGKILL');
}

function run(command: string, args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(command, args, { env: { ...process.env, ...env }, detached: true });
  started.push(child);
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      printed += String(chunk);
    });
  const until = async (pattern: RegExp): Promise<string> => {
    for (const end = Date.now() + 30_000; Date.now() < end; await wait(20)) {
      const [found] = pattern.exec(printed) ?? [];
      if (found !== undefined) return found;
    }
    throw new Error(`no ${pattern} in ${printed}`);
  };
  return { child, until };
}

async function createPulled(): Promise<string> {
  const { status, body } = await service.send('POST', '/v1/webhooks', {
    eventType: 'address_activity',
    delivery: 'pull',
    chainId: CHAIN,
    metadata: { addresses: [from] },
  });
  expect(status).toBe(201);
  return String(body.id);
}

describe('webhooks listen', () => {
  const listen = (...args: readonly string[]) =>
    run(process.execPath, ['bin/start.mjs', 'cli', 'webhooks', 'listen', ...args, '--local', `${service.dir}/data`]);

  test('messages reach a receiver that verifies signatures, and the next run continues where one ended', async () => {
    const id = await createPulled();
    const { body } = await service.get('/v1/webhooks:getSharedSecret');
    const node = run(process.execPath, ['docs/receivers/receiver.mjs'], { SECRET: String(body.secret), PORT: '0' });
    const port = (await node.until(/listening on \d+/)).split(' ').at(-1);
    const to = ['--forward-to', `http://127.0.0.1:${port}/hook`];
    const first = listen(id, ...to, '--from', 'oldest', '--print');
    await first.until(/Listening/);
    const [one] = await sendTransfers(anvil.url, 1);
    await first.until(/msg_\w+ 204 in \d+ ms/);
    await node.until(new RegExp(`active ${one}`));
    first.child.kill('SIGINT');
    const cursor = (await first.until(/1 messages\. Continue with --cursor \S+/)).split(' ').at(-1) ?? '';
    if (first.child.exitCode === null) await once(first.child, 'exit');
    expect(first.child.exitCode).toBe(0);
    const [two] = await sendTransfers(anvil.url, 1);
    const second = listen(id, ...to, '--cursor', cursor);
    await node.until(new RegExp(`active ${two}`));
    second.child.kill('SIGINT');
    await second.until(/1 messages\./);
  });

  test('an unknown webhook, and a run without anything to do, are one-sentence errors', async () => {
    await listen('019a8b5e-3f0c-7cc2-9d6e-5a1a4e3b2c10', '--print').until(/Webhook 019a8b5e-\S+ was not found/);
    await listen('019a8b5e-3f0c-7cc2-9d6e-5a1a4e3b2c10').until(/nothing to do: use --forward-to, --print or both/);
  });
});

for (const [language, command, asks] of [
  ['Node', [process.execPath, 'docs/receivers/puller.mjs'], '--version'],
  ['Python', ['python3', 'docs/receivers/puller.py'], '--version'],
  ['Go', ['go', 'run', 'docs/receivers/puller.go'], 'version'],
] as const) {
  const [name = '', ...args] = command as readonly string[];
  describeIf(spawnSync(name, [asks]).status === 0, `needs ${name}`)(`the puller in ${language}`, () => {
    test('a killed puller continues from its file, with each transaction once and removed ones taken back', async () => {
      const env = {
        URL: service.urls.dataUrl,
        KEY: service.urls.apiKeys.pro,
        WEBHOOK: await createPulled(),
        STATE: join(folder(), 'state.json'),
      };
      const active = () => Object.values((JSON.parse(readFileSync(env.STATE, 'utf8')) as { active: Json }).active);
      const first = run(name, args, env);
      const [one = '', two = ''] = await sendTransfers(anvil.url, 2);
      await first.until(new RegExp(`active ${two}`));
      end(first.child);
      expect(active()).toEqual([one, two]);
      await reorg(anvil.url, 1);
      const [three = ''] = await sendTransfers(anvil.url, 1);
      const second = run(name, args, env);
      await second.until(/taken back msg_/);
      await second.until(new RegExp(`active ${three}`));
      expect(active()).toEqual([one, three]);
      end(second.child);
    });
  });
}
