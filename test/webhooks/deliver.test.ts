import type { Received } from '../../lambdas/adapters/receiver';
import { messageId } from '../../lambdas/domain/webhooks/message';
import { DELAYS } from '../../lambdas/domain/webhooks/schedule';
import { deliver, type Office } from '../../lambdas/webhooks/deliver';
import { address } from '../support/make';
import { aWebhook, PRO, webhookWorld } from '../support/webhooks';

const world = webhookWorld();
const HOUR = 3_600_000;

/** An office with one webhook and one message, a clock that stands still, and a receiver that answers as told. */
async function office(answers: (attempt: number) => Partial<Received>) {
  const { deps } = await world();
  const { id } = await aWebhook(deps, { metadata: { addresses: [address(1)] } });
  const ref = { webhook: id, block: 10, tx: 0, digest: 'ab'.repeat(16) };
  await deps.write.Message.create({ ...ref, owner: PRO.ownerId, kind: 'test', createdAt: 1_000 });
  const posted: { url: string; body: string; headers: Readonly<Record<string, string>> }[] = [];
  const queued: { delay: number | undefined }[] = [];
  const state = { now: 1_700_000_000_000 };
  const own: Office = {
    chains: deps.chains,
    messages: { ...deps.Message, ...deps.write.Message },
    webhooks: deps.Webhook,
    watched: deps.WatchedAddresses,
    secrets: deps.write.WebhookSecret,
    events: () => Promise.reject(new Error('no message of a block was made')),
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

describe('a delivery', () => {
  test.each([200, 201, 204, 299])('that is answered %i is done; a repetition sends nothing', async (statusCode) => {
    const { own, ref, posted, message } = await office(() => ({ statusCode, answer: 'ok' }));
    await deliver(own, ref);
    await deliver(own, ref);
    expect(posted).toHaveLength(1);
    expect(await message()).toMatchObject({
      status: 'delivered',
      attempts: [{ at: own.now(), statusCode, answer: 'ok', latencyMs: 5 }],
    });
  });

  test('that two senders work at is sent once', async () => {
    const { own, ref, posted } = await office(() => ({ statusCode: 200 }));
    await Promise.all(Array.from({ length: 5 }, () => deliver(own, ref)));
    expect(posted).toHaveLength(1);
  });

  test('that was cut off is taken up again once its claim has ended, and its lost attempt counts', async () => {
    const { own, ref, posted, state, message } = await office((attempt) => {
      if (attempt === 1) throw new Error('the process ends here');
      return { statusCode: 200 };
    });
    await expect(deliver(own, ref)).rejects.toThrow('the process ends here');
    await deliver(own, ref);
    expect(posted).toHaveLength(1);
    state.now += 31_000;
    await deliver(own, ref);
    expect(posted).toHaveLength(2);
    expect(await message()).toMatchObject({ status: 'delivered', begun: 2, attempts: [{ statusCode: 200 }] });
  });

  test.each([[{ statusCode: 500 }], [{ statusCode: 302 }], [{ statusCode: 404 }], [{ error: 'closed' }]])(
    'that fails with %j is tried twelve times over four days with one id, and then has failed',
    async (answer) => {
      const { own, ref, posted, queued, state, message } = await office(() => answer);
      for (const [i, delay] of DELAYS.entries()) {
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
      expect(state.now - 1_700_000_000_000).toBeGreaterThan(75 * HOUR);
      await deliver(own, ref);
      expect(posted).toHaveLength(12);
    },
  );

  test('that asks to wait longer is left alone so long', async () => {
    const { own, ref, state, message } = await office(() => ({ statusCode: 503, retryAfter: '120' }));
    await deliver(own, ref);
    expect((await message()).nextAttemptAt).toBe(state.now + 120_000);
  });

  test('of a webhook that is off has failed unsent', async () => {
    const { own, deps, ref, posted, message } = await office(() => ({ statusCode: 200 }));
    await deps.write.Webhook.change({ owner: PRO.ownerId, id: ref.webhook }, { active: false });
    await deliver(own, ref);
    expect(posted).toEqual([]);
    expect(await message()).toMatchObject({ status: 'failed', attempts: [{ error: 'the webhook is inactive' }] });
  });

  test('tells the id that the list of messages shows, and the watched address', async () => {
    const { own, ref, posted, message } = await office(() => ({ statusCode: 200 }));
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
