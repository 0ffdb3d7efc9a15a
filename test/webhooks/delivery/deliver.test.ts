import { openHealth } from '../../../lambdas/adapters/dynamo/webhooks/health-item';
import type { Received } from '../../../lambdas/adapters/http/receiver';
import type { Delivery } from '../../../lambdas/contract/messages';
import { messageId } from '../../../lambdas/domain/webhooks/message';
import { RETRY_DELAYS_MS } from '../../../lambdas/domain/webhooks/schedule';
import { openDeliveries } from '../../../lambdas/webhooks/delivery/deliver';
import type { SenderDeps } from '../../../lambdas/webhooks/delivery/deps';
import { openContent } from '../../../lambdas/webhooks/kinds/address-activity/content';
import { aWebhook, PRO, webhookWorld } from '../../support/endpoints/webhooks';
import { address } from '../../support/make/blocks';

const HOUR_MS = 3_600_000;

/** A sender with one webhook and one message, a stopped clock, and a receiver with the given responses. */
async function sender(answers: (attempt: number) => Partial<Received>) {
  const { deps, table } = await webhookWorld();
  const { id } = await aWebhook(deps, { metadata: { addresses: [address(1)] } });
  const ref = { webhook: id, block: 10, tx: 0, digest: 'ab'.repeat(16) };
  await deps.write.Message.create({ ...ref, owner: PRO.ownerId, kind: 'test', createdAt: 1_000 });
  const posted: { url: string; body: string; headers: Readonly<Record<string, string>> }[] = [];
  const queued: { delay: number | undefined }[] = [];
  const state = { now: 1_700_000_000_000 };
  const noBlocks = () => Promise.reject(new Error('no message of a block was made'));
  const own: SenderDeps = {
    kinds: [
      {
        eventType: 'address_activity',
        ...openContent({
          chains: deps.chains,
          raw: { get: noBlocks },
          traces: { find: noBlocks },
          tokens: deps.Token,
          watched: deps.WatchedAddresses,
        }),
      },
    ],
    messages: { ...deps.Message, ...deps.write.Message },
    webhooks: { ...deps.Webhook, ...deps.write.Webhook },
    health: openHealth(table),
    secrets: deps.write.WebhookSecret,
    receivers: {
      post: async (url, sent) => {
        posted.push({ url, ...sent });
        return { latencyMs: 5, ...answers(posted.length) };
      },
    },
    queue: { send: async (_, options) => void queued.push({ delay: options?.delaySeconds }) },
    now: () => state.now,
    draw: () => 0.5,
  };
  const message = async () => {
    const found = await deps.Message.find(ref);
    if (!found) throw new Error('the message is not there');
    return found;
  };
  return { own, deps, ref, posted, queued, state, message };
}

/** In separate batches, unless they arrive together. */
async function deliver(own: SenderDeps, ...all: Delivery[]): Promise<void> {
  const deliveries = openDeliveries(own);
  await Promise.all(all.map((one) => deliveries.deliver(one))).finally(() => deliveries.close());
}

describe('a delivery', () => {
  test.each([200, 201, 204, 299])(
    'that is answered %i is complete; a repeated message sends nothing',
    async (statusCode) => {
      const { own, ref, posted, message } = await sender(() => ({ statusCode, answer: 'ok' }));
      await deliver(own, ref);
      await deliver(own, ref);
      expect(posted).toHaveLength(1);
      expect(await message()).toMatchObject({
        status: 'delivered',
        attempts: [{ at: own.now(), statusCode, answer: 'ok', latencyMs: 5 }],
      });
    },
  );

  test('that two senders attempt concurrently is sent once', async () => {
    const { own, ref, posted } = await sender(() => ({ statusCode: 200 }));
    await Promise.all(Array.from({ length: 5 }, () => deliver(own, ref)));
    expect(posted).toHaveLength(1);
  });

  test('that was interrupted is resumed once its claim has expired, and the lost attempt counts', async () => {
    const { own, ref, posted, queued, state, message } = await sender((attempt) => {
      if (attempt === 1) throw new Error('the process ends here');
      return { statusCode: 200 };
    });
    await expect(deliver(own, ref)).rejects.toThrow('the process ends here');
    // A queue that shows the message too early does not lose it: it goes back until the claim has ended.
    await deliver(own, ref);
    expect([posted.length, queued]).toEqual([1, [{ delay: 31 }]]);
    state.now += 31_000;
    await deliver(own, ref);
    expect(posted).toHaveLength(2);
    expect(await message()).toMatchObject({ status: 'delivered', begun: 2, attempts: [{ statusCode: 200 }] });
  });

  test.each([[{ statusCode: 500 }], [{ statusCode: 302 }], [{ statusCode: 404 }], [{ error: 'closed' }]])(
    'that fails with %j is attempted twelve times over four days with one id, and then marked as failed',
    async (answer) => {
      const { own, ref, posted, queued, state, message } = await sender(() => answer);
      for (const [i, delay] of RETRY_DELAYS_MS.entries()) {
        await deliver(own, ref);
        const { status, attempts, nextAttemptAt } = await message();
        expect([status, attempts.length, nextAttemptAt]).toEqual(['pending', i + 1, state.now + delay]);
        state.now += delay;
      }
      await deliver(own, ref);
      const ended = await message();
      expect([ended.status, ended.attempts.length, ended.nextAttemptAt]).toEqual(['failed', 12, undefined]);
      expect(new Set(posted.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
      expect(new Set(posted.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(12);
      // The queue holds what is tried within a quarter of an hour; the rest is found by its time.
      expect(queued).toEqual([{ delay: 10 }, { delay: 60 }, { delay: 300 }, { delay: 600 }]);
      expect(state.now - 1_700_000_000_000).toBeGreaterThan(75 * HOUR_MS);
      await deliver(own, ref);
      expect(posted).toHaveLength(12);
    },
  );

  test('to a receiver that is dead for six days delays no other; the webhook is disabled after five, with the reason', async () => {
    const { own, deps, ref, posted, state, message } = await sender(() => ({ error: 'closed' }));
    const DAY_MS = 24 * HOUR_MS;
    const began = state.now;
    const more = Array.from({ length: 40 }, (_, i) => ({ ...ref, tx: i + 1 }));
    for (const one of more)
      await deps.write.Message.create({ ...one, owner: PRO.ownerId, kind: 'test', createdAt: 1_000 });
    // All of them in one minute: five fail, then the rest waits without an attempt.
    for (const one of [ref, ...more]) await deliver(own, one);
    expect(posted).toHaveLength(5);
    const waiting = await deps.Message.find({ ...ref, tx: 30 });
    expect([waiting?.status, waiting?.begun]).toEqual(['pending', 0]);
    expect(Number(waiting?.nextAttemptAt)).toBeGreaterThan(state.now + 40_000);
    // Then one a minute, whatever comes.
    state.now += 61_000;
    for (const one of more) await deliver(own, one);
    expect(posted).toHaveLength(6);
    const isActive = async () => (await deps.Webhook.find(PRO.ownerId, ref.webhook))?.active;
    for (; state.now < began + 5 * DAY_MS - 2 * HOUR_MS; state.now += 4 * HOUR_MS)
      for (const one of more.slice(0, 8)) await deliver(own, one);
    expect(await isActive()).toBe(true);
    for (; state.now < began + 6 * DAY_MS; state.now += 2 * HOUR_MS)
      for (const one of more.slice(0, 8)) await deliver(own, one);
    expect(await isActive()).toBe(false);
    expect((await deps.Webhook.find(PRO.ownerId, ref.webhook))?.disabledReason).toMatch('five days');
    const told = posted.length;
    for (const one of [ref, ...more]) await deliver(own, one);
    expect(posted).toHaveLength(told);
    expect(await message()).toMatchObject({ status: 'failed' });
    expect((await message()).attempts.at(-1)?.error).toMatch('five days');
  });

  test('that succeeds resets the failure count, and normal delivery resumes', async () => {
    let isUp = false;
    const { own, deps, ref, posted, state } = await sender(() => (isUp ? { statusCode: 200 } : { statusCode: 500 }));
    const more = Array.from({ length: 20 }, (_, i) => ({ ...ref, tx: i + 1 }));
    for (const one of more)
      await deps.write.Message.create({ ...one, owner: PRO.ownerId, kind: 'test', createdAt: 1_000 });
    for (const one of more) await deliver(own, one);
    expect(posted).toHaveLength(5);
    isUp = true;
    state.now += 61_000;
    for (const one of more) await deliver(own, one);
    expect(posted).toHaveLength(5 + 20);
    for (const one of more) expect((await deps.Message.find(one))?.status).toBe('delivered');
  });

  test('that is answered 410 disables the webhook at once', async () => {
    const { own, deps, ref, message } = await sender(() => ({ statusCode: 410 }));
    await deliver(own, ref);
    expect(await message()).toMatchObject({ status: 'failed', attempts: [{ statusCode: 410 }] });
    expect(await deps.Webhook.find(PRO.ownerId, ref.webhook)).toMatchObject({
      active: false,
      disabledReason: 'the receiver answered 410 Gone',
    });
  });

  test('waits while ten are in flight to the webhook, until a slot is released', async () => {
    const { own, deps, ref, queued } = await sender(() => ({ statusCode: 200 }));
    const more = Array.from({ length: 25 }, (_, i) => ({ ...ref, tx: i + 1 }));
    for (const one of more)
      await deps.write.Message.create({ ...one, owner: PRO.ownerId, kind: 'test', createdAt: 1_000 });
    let [now, most] = [0, 0];
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const post: SenderDeps['receivers']['post'] = async () => {
      most = Math.max(most, ++now);
      await gate;
      now--;
      return { latencyMs: 1, statusCode: 200 };
    };
    const slow = { ...own, draw: Math.random, receivers: { post } };
    const first = more.map((one) => deliver(slow, one));
    while (now + queued.length < 25) await new Promise((resolve) => setTimeout(resolve, 10));
    open();
    await Promise.all(first);
    expect([most, queued.length]).toEqual([10, 15]);
    for (const { delay } of queued) expect(delay).toBeGreaterThan(0);
    for (const one of more) await deliver(slow, one);
    for (const one of more) expect((await deps.Message.find(one))?.status).toBe('delivered');
  });

  test('follows the one before it in its batch; one that would start too late for its function is requeued at once', async () => {
    const { own, deps, ref, posted, queued, state } = await sender(() => {
      state.now += 2_000;
      return { statusCode: 200 };
    });
    const more = Array.from({ length: 5 }, (_, i) => ({ ...ref, tx: i + 1 }));
    for (const one of more)
      await deps.write.Message.create({ ...one, owner: PRO.ownerId, kind: 'test', createdAt: 1_000 });
    await deliver(own, ...more);
    expect([posted.length, queued]).toEqual([3, [{ delay: undefined }, { delay: undefined }]]);
    await deliver(own, ...more);
    expect(posted).toHaveLength(5);
    expect(new Set(posted.map(({ headers }) => headers['webhook-id'])).size).toBe(5);
  });

  test('by replay reaches a receiver that counts as dead, and normal delivery resumes', async () => {
    let isUp = false;
    const { own, deps, ref, posted, state } = await sender(() => (isUp ? { statusCode: 200 } : { error: 'closed' }));
    const more = Array.from({ length: 8 }, (_, i) => ({ ...ref, tx: i + 1 }));
    for (const one of more)
      await deps.write.Message.create({ ...one, owner: PRO.ownerId, kind: 'test', createdAt: 1_000 });
    await deliver(own, ...more);
    expect(posted).toHaveLength(5);
    const [first = ref] = more;
    await deliver(own, { ...first, replay: true });
    expect(posted).toHaveLength(6);
    isUp = true;
    await deliver(own, { ...first, replay: true });
    // What was put off comes at its time; nothing holds up what comes now.
    state.now += 40 * 60_000;
    await deliver(own, ...more.slice(5));
    expect(posted).toHaveLength(10);
  });

  test('is not attempted by a duplicate that arrives before the next attempt is due', async () => {
    const { own, ref, posted, state, message } = await sender(() => ({ statusCode: 500 }));
    for (let copy = 0; copy < 12; copy++) await deliver(own, ref);
    expect([posted.length, (await message()).begun]).toEqual([1, 1]);
    state.now += 10_000;
    await deliver(own, ref);
    expect(posted).toHaveLength(2);
  });

  test('that was not attempted yet is not replayed: it is in the queue, or waits for confirmations', async () => {
    const { own, ref, posted } = await sender(() => ({ statusCode: 200 }));
    await deliver(own, { ...ref, replay: true });
    expect(posted).toEqual([]);
  });

  test('that may have arrived only by a replay is revoked with a removal', async () => {
    const { own, deps, ref } = await sender(() => ({ error: 'closed' }));
    const of = { blockHash: `0x${'1'.repeat(64)}`, txHash: `0x${'2'.repeat(64)}` };
    const one = { ...ref, tx: 3, owner: PRO.ownerId, kind: 'test', createdAt: 1_000 } as const;
    await deps.write.Message.create(one);
    const found = await deps.Message.find(one);
    if (!found) throw new Error('the message is not there');
    await deps.write.Message.postpone(found, own.now() + 1);
    await deliver(own, { ...ref, tx: 3, replay: true });
    expect((await deps.Message.find(one))?.begun).toBe(0);
    expect(await deps.write.Message.revoke({ ...one, kind: 'added', of })).toBe('perhaps');
  });

  test('keeps its last thirty attempts, however often it is replayed', async () => {
    const { own, ref, message } = await sender((attempt) => ({ statusCode: 400 + attempt }));
    await deliver(own, ref);
    for (let again = 0; again < 34; again++) await deliver(own, { ...ref, replay: true });
    const { attempts } = await message();
    expect([attempts.length, attempts[0]?.statusCode, attempts.at(-1)?.statusCode]).toEqual([30, 406, 435]);
  });

  test('that fails right after its webhook was enabled again leaves it enabled; so does a 410 from its previous URL', async () => {
    const { own, deps, ref, state } = await sender(() => ({ statusCode: 500 }));
    const of = { owner: PRO.ownerId, id: ref.webhook };
    const isActive = async () => (await deps.Webhook.find(of.owner, of.id))?.active;
    const send = async (tx: number, by = own) => {
      await deps.write.Message.create({ ...ref, tx, owner: PRO.ownerId, kind: 'test', createdAt: 1_000 });
      await deliver(by, { ...ref, tx });
    };
    await send(1);
    state.now += 6 * 24 * HOUR_MS;
    await send(2);
    expect(await isActive()).toBe(false);
    await deps.write.Webhook.change(of, { active: true, turnedOnAt: state.now, disabledReason: undefined });
    await send(3);
    expect(await isActive()).toBe(true);
    const post: SenderDeps['receivers']['post'] = async () => {
      await deps.write.Webhook.change(of, { url: 'https://example.com/other' });
      return { latencyMs: 1, statusCode: 410 };
    };
    await send(4, { ...own, receivers: { post } });
    expect(await isActive()).toBe(true);
  });

  test('by replay has the same id; a failure changes nothing, and a revoked message is not replayed', async () => {
    let statusCode = 200;
    const { own, deps, ref, posted, message } = await sender(() => ({ statusCode }));
    await deliver(own, ref);
    await deps.write.Webhook.change({ owner: PRO.ownerId, id: ref.webhook }, { active: false });
    statusCode = 500;
    await deliver(own, { ...ref, replay: true });
    expect(await message()).toMatchObject({
      status: 'delivered',
      begun: 1,
      attempts: [{ statusCode: 200 }, { statusCode: 500 }],
    });
    expect(new Set(posted.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const other = { ...ref, tx: 7 };
    const of = { blockHash: `0x${'1'.repeat(64)}`, txHash: `0x${'2'.repeat(64)}` };
    await deps.write.Message.revoke({ ...other, owner: PRO.ownerId, kind: 'added', createdAt: 1, of });
    await deliver(own, { ...other, replay: true });
    expect(posted).toHaveLength(2);
  });

  test('whose receiver asks for a longer delay is not retried before', async () => {
    const { own, ref, state, message } = await sender(() => ({ statusCode: 503, retryAfter: '120' }));
    await deliver(own, ref);
    expect((await message()).nextAttemptAt).toBe(state.now + 120_000);
  });

  test('of a disabled webhook fails without being sent', async () => {
    const { own, deps, ref, posted, message } = await sender(() => ({ statusCode: 200 }));
    await deps.write.Webhook.change({ owner: PRO.ownerId, id: ref.webhook }, { active: false });
    await deliver(own, ref);
    expect(posted).toEqual([]);
    expect(await message()).toMatchObject({ status: 'failed', attempts: [{ error: 'the webhook is inactive' }] });
  });

  test('contains the id that the list of messages shows, and the watched address', async () => {
    const { own, ref, posted, message } = await sender(() => ({ statusCode: 200 }));
    await deliver(own, ref);
    const body = JSON.parse(posted[0]?.body ?? '') as Record<string, unknown>;
    expect(body).toMatchObject({
      webhookId: ref.webhook,
      eventType: 'address_activity',
      messageId: messageId(await message()),
      event: { transaction: { erc20Transfers: [{ to: address(1) }], erc721Transfers: [], erc1155Transfers: [] } },
    });
  });
});
