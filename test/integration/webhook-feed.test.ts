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
import { startReceiver } from '../support/service/receiver';
import { registerWebhook } from '../support/service/register-webhook';
import { folder, type Json, removeFolders, Service, wait } from '../support/service/service';
import { describeIf } from '../support/skipping';

const CHAIN = '31337';
const ROUNDS = FULL ? 60 : 8;

let anvil: Anvil;
let service: Service;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let from: string;

beforeAll(async () => {
  [anvil, receiver] = await Promise.all([startAnvil({ chainId: Number(CHAIN) }), startReceiver()]);
  service = await new Service({
    webhookLoopback: true,
    plans: { pro: { rate: 1_000, burst: 1_000 } },
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

interface FeedMessage {
  readonly id: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}
interface Page {
  readonly messages: readonly FeedMessage[];
  readonly cursor: string;
  readonly done: boolean;
}
interface Stored {
  readonly cursor: string;
  readonly messages: readonly FeedMessage[];
}

async function pull(id: string, { cursor, messages }: Stored, query = ''): Promise<{ page: Page; stored: Stored }> {
  const at = cursor === '' ? 'from=oldest' : `cursor=${cursor}`;
  const { status, body } = await service.get(`/v1/webhooks/${id}/feed?${at}${query}`);
  if (status !== 200) throw new Error(JSON.stringify(body));
  const page = body as unknown as Page;
  return { page, stored: { cursor: page.cursor, messages: [...messages, ...page.messages] } };
}

async function pullAll(id: string): Promise<readonly FeedMessage[]> {
  for (let stored: Stored = { cursor: '', messages: [] }; ; ) {
    const next = await pull(id, stored);
    if (next.page.done) return next.stored.messages;
    stored = next.stored;
  }
}

/** A caller's messages after applying removals. Throws for a duplicate, or a removal of a message that it lacks. */
function held(messages: readonly { readonly body: string }[]): Map<string, string> {
  const holds = new Map<string, string>();
  const all = new Set<string>();
  for (const { body } of messages) {
    const { messageId, event } = JSON.parse(body) as { messageId: string; event: { removes?: string } };
    if (all.has(messageId)) throw new Error(`${messageId} came twice`);
    all.add(messageId);
    if (event.removes === undefined) holds.set(messageId, body);
    else if (!holds.delete(event.removes)) throw new Error(`${messageId} removes ${event.removes}, which is not held`);
  }
  return holds;
}

test('three interrupted pullers end with the canonical messages, through reorgs and a kill of the service', async () => {
  const random = seededRandom(49);
  const id = await registerWebhook(service, receiver.url, [from]);
  const first = (await head()) + 1;
  const { body: secret } = await service.get('/v1/webhooks:getSharedSecret');
  let isOver = false;
  let kills = 0;
  const puller = async (wait: boolean): Promise<Stored> => {
    let stored: Stored = { cursor: '', messages: [] };
    for (;;) {
      const limit = 1 + Math.floor(random() * 20);
      const result = await pull(id, stored, `&limit=${limit}${wait ? '&waitSeconds=2' : ''}`).catch(() => undefined);
      // Killed before its transaction: neither the messages nor the cursor are stored.
      if (!result || random() < 0.2) {
        kills += 1;
        await new Promise((resolve) => setTimeout(resolve, 20));
        continue;
      }
      stored = result.stored;
      if (isOver && result.page.done && result.page.messages.length === 0) return stored;
      if (!wait) await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  const pullers = [puller(true), puller(true), puller(false)];
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
    const holds = held(messages);
    expect([...holds.keys()]).toEqual(expected);
    for (const { body, headers } of messages)
      expect(verify(String(secret.secret), headers, Buffer.from(body))).toBe(true);
  }
  // Delivery is retried after the kill, so most requests may come later than the feed.
  const canonical = await pullAll(id);
  const bodies = () => new Map(receiver.received.map(({ body, raw }) => [body.messageId, String(raw)]));
  const delivered = () => canonical.filter((message) => bodies().has(message.id));
  for (const end = Date.now() + 240_000; delivered().length <= ROUNDS; await wait(250))
    if (Date.now() > end) throw new Error(`only ${delivered().length} of ${canonical.length} messages were delivered`);
  for (const { id: message, body } of delivered()) expect([message, body]).toEqual([message, bodies().get(message)]);
  console.log('Messages:', expected.length, 'interrupted pulls:', kills);
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
  expect(got().slice(-5)).toEqual((await all()).slice(-5));
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
