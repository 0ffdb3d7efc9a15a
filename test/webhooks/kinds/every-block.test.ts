import type { BlockEvent } from '../../../lambdas/chain/contract/events';
import { deliver } from '../../../lambdas/webhooks/delivery/deliver';
import type { WebhookRecord } from '../../../lambdas/webhooks/domain/webhook';
import type { EventKind } from '../../../lambdas/webhooks/kinds/kind';
import { getSubscribers } from '../../../lambdas/webhooks/kinds/subscribers';
import { added, removed, timedOut, traced } from '../../../lambdas/webhooks/matching/matcher';
import type { AllDeps } from '../../support/endpoints/deps';
import { matcherDeps } from '../../support/endpoints/matcher';
import { aRun, senderDeps } from '../../support/endpoints/sender';
import { aWebhook, PRO, webhookWorld } from '../../support/endpoints/webhooks';
import { hash } from '../../support/make/blocks';
import { muteLog } from '../../support/mute-log';

muteLog();

/** Neither EVM nor configured. */
const TICKS = 'ticks';
const WATCHED = 'every-block';

/** A minimal event kind: the beginning and the end of every block. */
const everyBlock = (deps: AllDeps, eventType = 'every_block', subEvents = ['begins', 'ends']): EventKind => ({
  eventType,
  covers: (chain) => chain === TICKS,
  blockFrom: async () => undefined,
  isWatched: async (chain) => chain === TICKS,
  async matches(block, pass, from) {
    if (block.chain !== TICKS || pass !== 'added') return block.chain === TICKS ? { matches: [] } : undefined;
    const named = new Map([[WATCHED, new Set([0])]]);
    const { subscribers, ...rest } = await getSubscribers(
      { subscriptions: deps.Subscription, webhooks: deps.Webhook },
      eventType,
      block,
      named,
      from,
    );
    return {
      ...rest,
      matches: subscribers.flatMap(({ webhook }) =>
        subEvents.map((subEvent) => ({ webhook, tx: 0, txHash: block.hash, subEvent })),
      ),
    };
  },
  body: async ({ settings }, { block, subEvent }) => ({ height: block, subEvent, note: settings?.note }),
  sample: async (_, { block }) => ({ height: block, subEvent: 'begins' }),
});

/** A webhook of a kind that no endpoint can register. */
async function register({ write }: AllDeps, eventType = 'every_block'): Promise<WebhookRecord> {
  const since = { number: 10, epoch: 0 };
  const webhook: WebhookRecord = {
    ...{ id: `w-${eventType}`, owner: PRO.ownerId, eventType, chain: TICKS, since, settings: { note: 'hello' } },
    ...{ url: 'https://example.com/', name: '', description: '', active: true, createdAt: 1 },
  };
  await write.Subscription.add(TICKS, { webhook: webhook.id, owner: webhook.owner, since }, [WATCHED]);
  await write.Webhook.create(webhook, [], 9);
  return webhook;
}

/** A matcher and a sender over an empty table, with a queue between them. */
async function service() {
  const { deps, table } = await webhookWorld();
  const kinds = [everyBlock(deps), everyBlock(deps, 'other_block', ['is sealed'])];
  const { own: matcher, sent: queued, later } = matcherDeps(deps, table, kinds);
  const { own: sender, posted } = senderDeps(deps, table, () => ({ statusCode: 200 }), { now: deps.now() });
  /** Delivers the queue and returns the received bodies. */
  const deliverAll = async () => {
    for (const delivery of queued.splice(0)) await deliver({ ...sender, kinds }, delivery, aRun(sender));
    const order = ({ event }: Record<string, unknown>) => JSON.stringify(event, ['subEvent']);
    const bodies = posted.splice(0).map(({ body }) => JSON.parse(body) as Record<string, unknown>);
    return bodies.toSorted((a, b) => (order(a) < order(b) ? -1 : 1));
  };
  const messages = async (id: string) =>
    (await deps.page([deps.Message.ofWebhook(id)], { ascending: true, size: 100 })).values;
  return { deps, table, matcher, queued, later, deliver: deliverAll, messages };
}

const blockAt = (number: number): BlockEvent => ({
  ...{ id: `${number}`, chainId: TICKS, network: 'mainnet', number, hash: hash(number), parentHash: hash(number - 1) },
  ...{ timestamp: 0, transactions: 0, incarnation: 1, epoch: 0, raw: '' },
});

describe('custom event kind on a non-EVM chain', () => {
  test('an event is matched once over all passes and sent with its type and settings', async () => {
    const { deps, matcher, deliver, messages } = await service();
    const { id } = await register(deps);
    for (let again = 0; again < 2; again++) await added(matcher, blockAt(11));
    await traced(matcher, { chainId: TICKS, number: 11, hash: hash(11), epoch: 0 });
    await timedOut(matcher, blockAt(11));
    const sent = ['begins', 'ends'].map((subEvent) => ({
      webhookId: id,
      eventType: 'every_block',
      messageId: expect.stringMatching(/^msg_0000000011_00000_[0-9a-f]{32}$/),
      sequence: expect.any(Number),
      event: { height: 11, subEvent, note: 'hello' },
    }));
    expect(await deliver()).toEqual(sent);
    expect((await messages(id)).map(({ status }) => status)).toEqual(['delivered', 'delivered']);
  });

  test('a removed block sends one removal per message, with the ID of that message', async () => {
    const { deps, matcher, deliver } = await service();
    const { id } = await register(deps);
    await added(matcher, blockAt(11));
    const sent = await deliver();
    await removed(matcher, blockAt(11));
    expect(await deliver()).toEqual(
      sent.map(({ messageId, event }) => ({
        webhookId: id,
        eventType: 'every_block_removed',
        messageId: expect.not.stringMatching(String(messageId)),
        sequence: expect.any(Number),
        event: { ...(event as object), removes: messageId },
      })),
    );
  });

  test('an event is revoked unsent if its block is removed before delivery', async () => {
    const { deps, matcher, deliver, messages } = await service();
    const { id } = await register(deps);
    await added(matcher, blockAt(11));
    await removed(matcher, blockAt(11));
    expect(await deliver()).toEqual([]);
    expect((await messages(id)).map(({ kind, status }) => [kind, status])).toEqual([
      ['added', 'revoked'],
      ['added', 'revoked'],
    ]);
  });

  test('an event does not match before registration, on other chains, or for webhooks of another kind', async () => {
    const { deps, matcher, deliver } = await service();
    const [own, other] = [await register(deps), await register(deps, 'other_block')];
    await added(matcher, blockAt(10));
    await added(matcher, { ...blockAt(11), chainId: 'other' });
    await removed(matcher, { ...blockAt(11), chainId: 'other' });
    expect(await deliver()).toEqual([]);
    await added(matcher, blockAt(12));
    expect((await deliver()).map(({ webhookId, eventType }) => [webhookId, eventType]).toSorted()).toEqual([
      [own.id, 'every_block'],
      [own.id, 'every_block'],
      [other.id, 'other_block'],
    ]);
  });

  test('the test message has the sample event of its kind', async () => {
    const { deps, queued, deliver } = await service();
    const { id } = await register(deps);
    const message = { webhook: id, owner: PRO.ownerId, block: 10, tx: 0, digest: 'ab'.repeat(16) };
    await deps.write.Message.create([{ message: { ...message, kind: 'test', createdAt: 1 } }], 1);
    await deps.write.PendingWebhook.mark([message], 1);
    queued.push(message);
    expect(await deliver()).toEqual([
      {
        webhookId: id,
        eventType: 'every_block',
        messageId: expect.stringMatching(/^test_/),
        sequence: 1,
        event: { height: 10, subEvent: 'begins' },
      },
    ]);
  });

  test('a webhook item stores event type and settings, and omits the type for address_activity', async () => {
    const { deps, table } = await service();
    const { id, owner, ...rest } = await register(deps);
    const { id: plain } = await aWebhook(deps, { includeLogs: true });
    const item = async (sk: string) => (await table.get({ pk: `w#${owner}`, sk })) ?? {};
    expect(await item(id)).toMatchObject({ et: 'every_block', st: { note: 'hello' } });
    expect(await deps.Webhook.find(owner, id)).toEqual({ id, owner, ...rest });
    expect(Object.keys(await item(plain)).toSorted()).toEqual(
      ['pk', 'sk', 'c', 'u', 'n', 'de', 'on', 't', 'lg', 'sn', 'se'].toSorted(),
    );
    expect(await deps.Webhook.find(owner, plain)).toMatchObject({ eventType: 'address_activity' });
  });
});
