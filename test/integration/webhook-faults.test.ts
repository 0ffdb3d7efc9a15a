import { type Anvil, startAnvil } from '../../demo/anvil';
import { seededRandom } from '../../demo/random';
import { FULL } from '../support/full';
import { rpc, sendTransfers } from '../support/node/anvil';
import { plainMatches } from '../support/oracles/plain-matcher';
import { runCli } from '../support/service/command';
import { applied, interruptedPuller, pullAll } from '../support/service/puller';
import { readUntil } from '../support/service/read-until';
import { startReceiver } from '../support/service/receiver';
import { registerWebhook } from '../support/service/register-webhook';
import { type Json, removeFolders, Service, wait } from '../support/service/service';

const CHAIN = '31337';
const TRANSFERS = FULL ? 200 : 12;

let anvil: Anvil;
let service: Service;
let good: Awaited<ReturnType<typeof startReceiver>>;
let bad: Awaited<ReturnType<typeof startReceiver>>;
let from: string;

beforeAll(async () => {
  [anvil, good, bad] = await Promise.all([startAnvil({ chainId: Number(CHAIN) }), startReceiver(), startReceiver()]);
  service = await new Service({
    webhookLoopback: true,
    chains: [{ chainId: CHAIN, network: 'testnet', rpcUrl: anvil.url }],
  }).start();
  [from = ''] = await rpc<string[]>(anvil.url, 'eth_accounts', []);
  await sendTransfers(anvil.url, 1);
  await service.indexed(CHAIN, await head());
});
afterAll(async () => {
  await service?.stop();
  await Promise.all([good?.stop(), bad?.stop()]);
  await anvil?.stop();
  removeFolders();
});

const head = async () => Number(await rpc(anvil.url, 'eth_blockNumber', []));
const register = (url: string, more: Json = {}) => registerWebhook(service, url, [from], more);
const getMessages = (webhook: string) => service.all(`/v1/webhooks/${webhook}/messages`, 'messages', 100);
const until = async (what: () => Promise<boolean> | boolean, ms = 60_000) => {
  for (const end = Date.now() + ms; !(await what()); await wait(250))
    if (Date.now() > end) throw new Error(`it does not come to be: ${what}`);
};
type Message = Json & { status: string; attempts: Json[] };

test('a receiver that fails in every way does not delay others, and its messages show the reasons', async () => {
  // Each message fails in one way, even if it is repeated at once after a closed connection.
  const turns = new Map<string, number>();
  bad.answers(({ body: { messageId } }, response) => {
    const turn = turns.get(messageId) ?? turns.size;
    turns.set(messageId, turn);
    const ways = [
      () => response.writeHead(500).end('broken'),
      () => response.destroy(),
      () => response.writeHead(302, { location: `${good.url}/redirected` }).end(),
      () => response.writeHead(503, { 'retry-after': '600' }).end(),
      () => response.writeHead(400).end('x'.repeat(10_000_000)),
    ];
    ways[turn % ways.length]?.();
  });
  const [well, ill] = [await register(good.url), await register(`${bad.url}/x`)];
  const first = (await head()) + 1;
  await sendTransfers(anvil.url, TRANSFERS);
  const last = await head();
  await until(() => good.received.length >= TRANSFERS);
  const expected = await plainMatches(anvil.url, CHAIN, first, last, [{ id: well, addresses: [from] }]);
  expect(good.received.map(({ body }) => body.messageId).toSorted()).toEqual(expected.get(well)?.toSorted());
  // After five failures the receiver counts as dead: one attempt a minute, while the rest waits. No message is lost.
  await until(
    async () => ((await getMessages(ill)) as Message[]).filter(({ attempts }) => attempts.length > 0).length >= 5,
  );
  await wait(1_000);
  const told = (await getMessages(ill)) as Message[];
  expect(told).toHaveLength(TRANSFERS);
  expect(new Set(told.map(({ status }) => status))).toEqual(new Set(['pending']));
  const attempts = told.flatMap((one) => one.attempts);
  expect(attempts.length).toBeLessThanOrEqual(20);
  expect(new Set(attempts.map(({ statusCode }) => statusCode))).toEqual(new Set([500, undefined, 302, 503, 400]));
  for (const { answer = '' } of attempts) expect(String(answer).length).toBeLessThanOrEqual(1_024);
  expect(good.received.filter(({ path }) => path === '/redirected')).toEqual([]);
  await service.send('DELETE', `/v1/webhooks/${ill}`);
  await service.send('DELETE', `/v1/webhooks/${well}`);
});

test('410 disables a webhook with the reason, and missed messages can be replayed before it is enabled again', async () => {
  bad.answers((_, response) => void response.writeHead(410).end());
  const id = await register(`${bad.url}/gone`);
  const first = (await head()) + 1;
  await sendTransfers(anvil.url, 3);
  await until(async () => (await service.get(`/v1/webhooks/${id}`)).body.status === 'inactive');
  expect((await service.get(`/v1/webhooks/${id}`)).body.disabledReason).toBe('the receiver answered 410 Gone');
  // Messages matched before it was disabled fail too.
  await service.indexed(CHAIN, await head());
  const missed = await readUntil(
    async () => (await getMessages(id)) as Message[],
    (all) => all.length > 0 && all.every(({ status }) => status === 'failed'),
  );
  expect(new Set(missed.map(({ status }) => status))).toEqual(new Set(['failed']));
  bad.answers((_, response) => void response.writeHead(200).end());
  const before = bad.received.length;
  const { status } = await service.send('POST', `/v1/webhooks/${id}/messages/${missed[0]?.messageId}/replay`);
  expect(status).toBe(201);
  await until(() => bad.received.length === before + 1);
  expect(bad.received.at(-1)?.body.messageId).toBe(missed[0]?.messageId);
  const all = await service.send('POST', `/v1/webhooks/${id}/replay`, { fromBlock: first, status: 'failed' });
  expect(all.status).toBe(201);
  await until(async () => ((await getMessages(id)) as Message[]).every((one) => one.status === 'delivered'));
  const on = await service.send('PATCH', `/v1/webhooks/${id}`, { status: 'active' });
  expect([on.body.status, on.body.disabledReason]).toEqual(['active', undefined]);
  const [hash] = await sendTransfers(anvil.url, 1);
  await until(() => bad.received.some(({ body }) => (body.event.transaction as Json).txHash === hash));
  await service.send('DELETE', `/v1/webhooks/${id}`);
});

/** Steps from a block to its receiver at which a kill must neither lose nor invent messages. */
const STEPS = [
  { name: 'list of the block', call: 'dynamodb:BatchWriteItem', contains: 'wb#', nth: 1 },
  { name: 'feed', call: 'dynamodb:BatchWriteItem', contains: 'we#', nth: 1 },
  { name: 'progress of the feed', call: 'dynamodb:UpdateItem', contains: 'wp#', nth: 1 },
  { name: 'messages', call: 'dynamodb:TransactWriteItems', contains: 'wm#', nth: 1 },
  { name: 'pending', call: 'dynamodb:BatchWriteItem', contains: 'wd#', nth: 1 },
  { name: 'announced', call: 'sqs:SendMessageBatch', contains: 'owner', nth: 1 },
  { name: 'claimed', call: 'dynamodb:UpdateItem', contains: 'wf#', nth: 1 },
  { name: 'settled', call: 'dynamodb:UpdateItem', contains: 'list_append', nth: 1 },
  { name: 'settled together', call: 'dynamodb:TransactWriteItems', contains: 'list_append', nth: 1 },
  { name: 'out of the outbox', call: 'dynamodb:BatchWriteItem', contains: 'wq#', nth: 1 },
  { name: 'released', call: 'dynamodb:UpdateItem', contains: '#o, #u, #c', nth: 1 },
  { name: 'no longer pending', call: 'dynamodb:DeleteItem', contains: 'wd#', nth: 1 },
] as const;
const KILLS = STEPS.flatMap((step) => [
  { ...step, when: 'before' as const },
  { ...step, when: 'after' as const },
]).filter(
  ({ name, when }) => FULL || (name === 'announced' && when === 'before') || (name === 'settled' && when === 'before'),
);

test(`every message arrives, and no other, despite ${KILLS.length} kills at named steps`, async () => {
  const id = await register(`${good.url}/killed`);
  const ordered = await register(`${good.url}/ordered`, { order: 'chain' });
  const first = (await head()) + 1;
  const random = seededRandom(134);
  let isOver = false;
  const options = { random, isOver: () => isOver, interrupted: () => undefined };
  const pullers = [true, true, false].map((waits) => interruptedPuller(service, id, { ...options, waits }));
  const fell: Record<string, number> = {};
  for (const { name, ...step } of KILLS) {
    await service.breakAt(step);
    // Leftovers of earlier kills may be settled together with these: then the kill waits for the next single one.
    await sendTransfers(anvil.url, FULL ? 170 : name === 'settled' ? 1 : 4);
    for (let more = 0; more < 12 && !(await service.endedWithin(5_000)); more++) await sendTransfers(anvil.url, 1);
    expect([name, step.when, await service.endedWithin(5_000)]).toEqual([name, step.when, true]);
    fell[`${step.when} ${name}`] = 1;
    await service.start();
  }
  console.log('Kills at each step:', fell);
  const last = await head();
  const expected =
    (await plainMatches(anvil.url, CHAIN, first, last, [{ id, addresses: [from] }])).get(id)?.toSorted() ?? [];
  // Messages claimed by a killed sender are retried after its lease, by the queue or by the sweep. The sweep runs each
  // minute, for messages that have waited for a minute.
  const told = await readUntil(
    async () => (await getMessages(id)) as Message[],
    (all) => all.length >= expected.length && all.every(({ status }) => status === 'delivered'),
    600_000,
  );
  expect(told.map(({ messageId, status }) => `${messageId} ${status}`).toSorted()).toEqual(
    expected.map((messageId) => `${messageId} delivered`),
  );
  const received = good.received.filter(({ path }) => path === '/killed').map(({ body }) => body.messageId);
  expect([...new Set(received)].toSorted()).toEqual(expected);
  isOver = true;
  for (const { messages } of await Promise.all(pullers)) expect([...applied(messages).keys()]).toEqual(expected);
  const inOrder = () =>
    new Set(good.received.filter(({ path }) => path === '/ordered').map(({ body }) => body.messageId));
  await until(() => inOrder().size >= expected.length, 600_000);
  const feed = (await pullAll(service, ordered)).map((message) => message.id);
  expect([...inOrder()]).toEqual(feed);
  const audit = await runCli(service, 'webhooks', 'audit', '--json');
  const counts = JSON.parse(audit.stdout) as Record<string, unknown>[];
  for (const one of [id, ordered])
    expect(counts.find((own) => own.id === one)).toMatchObject({
      ...{ matched: expected.length, delivered: expected.length, lost: 0 },
    });
});
