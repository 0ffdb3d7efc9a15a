import { createHmac } from 'node:crypto';
import type { BlockEvent } from '../../../lambdas/chain/contract/events';
import { handler as create } from '../../../lambdas/webhooks/api/create-webhook';
import { handler } from '../../../lambdas/webhooks/api/get-webhook-feed';
import { handler as sendTest } from '../../../lambdas/webhooks/api/test-webhook';
import type { feedReaders } from '../../../lambdas/webhooks/feed/readers';
import { createWaits } from '../../../lambdas/webhooks/feed/wait';
import type { EventKind } from '../../../lambdas/webhooks/kinds/kind';
import { createFeedMarks } from '../../../lambdas/webhooks/matching/feed-marks';
import { added, removed } from '../../../lambdas/webhooks/matching/matcher';
import { feedEntryReader } from '../../../lambdas/webhooks/rows/feed-entries';
import { createFeedProgress } from '../../../lambdas/webhooks/rows/feed-progress';
import { getSigning, secretKeys } from '../../../lambdas/webhooks/rows/secret-item';
import { call } from '../../support/endpoints/call';
import { matcherDeps } from '../../support/endpoints/matcher';
import {
  aWebhook,
  CHAIN,
  OTHER,
  PRO,
  refusesStrangers,
  registration,
  webhookWorld,
} from '../../support/endpoints/webhooks';
import { withMutedErrors } from '../../support/endpoints/with-muted-errors';
import { hash } from '../../support/make/blocks';

type FeedReaders = {
  readonly [K in keyof ReturnType<typeof feedReaders>]: ReturnType<ReturnType<typeof feedReaders>[K]>;
};
interface Page {
  readonly messages: readonly {
    readonly id: string;
    readonly headers: Record<string, string>;
    readonly body: string;
  }[];
  readonly cursor: string;
  readonly done: boolean;
}

const DAY_MS = 86_400_000;
const SIGNED = ['content-type', 'user-agent', 'x-signature', 'webhook-id', 'webhook-timestamp', 'webhook-signature'];

async function world(settings: Record<string, unknown> = {}) {
  const { deps, table } = await webhookWorld();
  const { id } = await aWebhook(deps, settings);
  const webhook = await deps.Webhook.find(PRO.ownerId, id);
  if (!webhook) throw new Error('the webhook is not there');
  let unbuildable = -1;
  const times = new Map<number, number>();
  const kind: EventKind = {
    eventType: 'address_activity',
    covers: () => true,
    isWatched: async () => true,
    blockFrom: async (_, number) =>
      times.has(number) ? { number, hash: hash(number), time: times.get(number) ?? 0, serial: number - 10 } : undefined,
    matches: async ({ number }) => ({ matches: [{ webhook, tx: 0, txHash: hash(number) }] }),
    async body(_, { block }) {
      if (block === unbuildable) throw new Error('the block is gone');
      return { block, filler: 'x'.repeat(block === 13 ? 5_000_000 : 10) };
    },
    sample: async () => ({ sample: true }),
  };
  const { own } = matcherDeps(deps, table, [kind]);
  const progress = createFeedProgress(table);
  const feed: FeedReaders = {
    Webhook: deps.Webhook,
    Message: { ...deps.Message, kinds: [kind] },
    WebhookSecret: {
      signing: async (of, now) => getSigning(table, of, await table.batchGet(secretKeys(of), true), now),
    },
    FeedEntry: feedEntryReader(table),
    FeedProgress: { ...progress, ...createWaits(progress) },
  };
  const withFeed = { ...deps, ...feed };
  let serial = 0;
  const match = async (number: number, isRemoval = false) => {
    const event: BlockEvent = {
      ...{ id: '', chainId: CHAIN, network: 'mainnet', number, hash: hash(number), parentHash: hash(0), timestamp: 0 },
      ...{ transactions: 1, incarnation: 1, epoch: 0, serial: ++serial },
    };
    times.set(number, Math.floor(deps.now() / 1_000));
    const marks = createFeedMarks(progress, deps.now);
    await (isRemoval ? removed : added)({ ...own, marks }, event);
    await marks.write();
  };
  const ask = (query: Record<string, string>, of = id, caller = PRO) =>
    call(handler, withFeed as never, { params: { id: of }, query, caller });
  const read = async (query: Record<string, string> = {}): Promise<Page> => {
    const { status, body } = await ask(query);
    expect([status, body]).toEqual([200, expect.anything()]);
    return body as unknown as Page;
  };
  const blocksOf = ({ messages }: Page) => messages.map(({ id: message }) => Number(message.slice(4, 14)));
  return {
    ...{ deps, table, id, match, ask, read, blocksOf },
    breakBody: (block: number) => {
      unbuildable = block;
    },
  };
}

describe('getWebhookFeed', () => {
  refusesStrangers(handler as never, (id) => ({ params: { id }, query: {} }));

  test('a message has the headers of a delivery, and its signatures verify', async () => {
    const { deps, table, id, match, read } = await world();
    await match(11);
    const [message] = (await read()).messages;
    if (!message) throw new Error('no message');
    const secrets = await table.batchGet(secretKeys({ owner: PRO.ownerId, id }), true);
    const [secret = ''] = await getSigning(table, { owner: PRO.ownerId, id }, secrets, deps.now());
    const sign = (text: string) => createHmac('sha256', secret).update(text).digest('base64');
    expect(Object.keys(message.headers)).toEqual(SIGNED);
    expect(message.headers).toMatchObject({
      'webhook-id': message.id,
      'x-signature': sign(message.body),
      'webhook-signature': `v1,${sign(`${message.id}.${message.headers['webhook-timestamp']}.${message.body}`)}`,
    });
    expect(JSON.parse(message.body)).toMatchObject({ messageId: message.id, eventType: 'address_activity' });
  });

  test('a page ends at the limit, and its cursor continues after it', async () => {
    const { match, read, blocksOf } = await world();
    for (const block of [11, 12, 14]) await match(block);
    const first = await read({ limit: '2' });
    expect([blocksOf(first), first.done]).toEqual([[11, 12], false]);
    const second = await read({ limit: '2', cursor: first.cursor });
    expect([blocksOf(second), second.done]).toEqual([[14], true]);
    const third = await read({ cursor: second.cursor });
    expect([third.messages, third.done]).toEqual([[], true]);
  });

  test('a feed begins with the oldest message, at the end, or with a block', async () => {
    const { match, read, blocksOf } = await world();
    for (const block of [11, 12]) await match(block);
    const { cursor } = await read({ from: 'now' });
    await match(14);
    expect(blocksOf(await read({ from: 'oldest' }))).toEqual([11, 12, 14]);
    expect(blocksOf(await read({ from: 'block:12' }))).toEqual([12, 14]);
    expect(blocksOf(await read({ cursor }))).toEqual([14]);
  });

  test('a removal follows a message that was read, and one that was not read is left out with its removal', async () => {
    const { match, read } = await world();
    await match(11);
    const seen = await read();
    await match(12);
    await match(12, true);
    await match(11, true);
    const { messages } = await read({ cursor: seen.cursor });
    const [removal, ...others] = messages.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
    expect(others).toEqual([]);
    expect(removal).toMatchObject({
      eventType: 'address_activity_removed',
      event: { block: 11, removes: seen.messages[0]?.id },
    });
    expect((await read()).messages).toEqual([]);
  });

  test('a test message appears once, without a further block', async () => {
    const { deps, id, match, read } = await world();
    await match(11);
    const { cursor } = await read();
    const { body } = await call(sendTest, deps, { params: { id }, caller: PRO });
    const page = await read({ cursor });
    expect(page.messages.map((message) => message.id)).toEqual([body.messageId]);
    await match(12);
    expect((await read({ cursor: page.cursor })).messages).toHaveLength(1);
  });

  test('a webhook that is only pulled needs no URL, and its messages wait for no sender', async () => {
    const { deps } = await world();
    const { url: _, ...request } = registration();
    const made = await call(create, deps, { caller: PRO, body: { ...request, delivery: 'pull' } });
    expect([made.status, made.body]).toMatchObject([201, { delivery: 'pull', url: '' }]);
    for (const [body, message] of [
      [request, 'url: is required unless delivery is pull'],
      [{ ...registration(), delivery: 'pull' }, 'url: must be absent if delivery is pull'],
      [{ ...registration(), delivery: 'fax' }, 'delivery: must be push, pull or both'],
    ] as const)
      expect((await call(create, deps, { caller: PRO, body })).body).toMatchObject({ statusCode: 400, message });
  });

  test('a request that waits returns once a message is there, and an empty page after its time', async () => {
    const { match, read, blocksOf } = await world();
    await match(11);
    const { cursor } = await read();
    const waiting = read({ cursor, waitSeconds: '20' });
    await match(12);
    expect(blocksOf(await waiting)).toEqual([12]);
    const empty = await read({ from: 'now', waitSeconds: '1' });
    expect([empty.messages, empty.done]).toEqual([[], true]);
  });

  test('a poll without a message takes at most one read unit', async () => {
    const { table, match, read } = await world();
    await match(11);
    const { cursor } = await read();
    table.meter.readUnits = 0;
    await read({ cursor });
    expect(table.meter.readUnits).toBeLessThanOrEqual(1);
  });

  test('a large page ends early, as does one before a message that cannot be built', async () => {
    const { match, read, blocksOf, ask, breakBody } = await world();
    for (const block of [11, 12, 13, 14, 15]) await match(block);
    const first = await read();
    expect([blocksOf(first), first.done]).toEqual([[11, 12, 13], false]);
    breakBody(15);
    const second = await read({ cursor: first.cursor });
    expect([blocksOf(second), second.done]).toEqual([[14], false]);
    expect((await withMutedErrors(() => ask({ cursor: second.cursor }))).status).toBe(500);
    breakBody(-1);
    expect(blocksOf(await read({ cursor: second.cursor }))).toEqual([15]);
  });

  test.each([
    [{ cursor: 'abc' }, 'cursor: must be a cursor of this feed'],
    [{ from: 'yesterday' }, 'from: must be now, oldest or block:N'],
    [{ from: 'block:99' }, 'from: block 99 is not matched yet'],
    [{ limit: '0' }, 'limit: must be a whole number from 1 to 100'],
    [{ limit: '101' }, 'limit: must be a whole number from 1 to 100'],
    [{ waitSeconds: '21' }, 'waitSeconds: must be a whole number from 0 to 20'],
  ])('%j gets 400', async (query, message) => {
    const { match, ask } = await world();
    await match(11);
    expect((await ask(query)).body).toMatchObject({ statusCode: 400, message: expect.stringContaining(message) });
  });

  test('a cursor of another webhook gets 400, and a cursor together with from does', async () => {
    const { deps, ask, read } = await world();
    const { cursor } = await read();
    const { id: other } = await aWebhook(deps);
    expect((await ask({ cursor }, other)).body).toMatchObject({
      statusCode: 400,
      message: expect.stringContaining('another'),
    });
    expect((await ask({ cursor, from: 'now' })).body).toMatchObject({ statusCode: 400 });
    // Another owner reads nothing with the owner's cursor.
    expect((await ask({ cursor, waitSeconds: '1' }, undefined, OTHER)).status).toBe(404);
  });

  test('a cursor older than 30 days gets 410 with the oldest valid one', async () => {
    const { match, ask, read, blocksOf } = await world();
    await match(11);
    const { cursor } = await read({ from: 'now' });
    const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    parts[2] = Number(parts[2]) - (30 * DAY_MS) / 1_000 - 60;
    const old = Buffer.from(JSON.stringify(parts)).toString('base64url');
    const { body } = await ask({ cursor: old });
    expect(body).toMatchObject({
      statusCode: 410,
      error: 'Gone',
      message: expect.stringContaining('older than 30 days'),
    });
    const oldest = String(body.message).split(' ').at(-1) ?? '';
    expect(blocksOf(await read({ cursor: oldest }))).toEqual([11]);
  });
});
