import { handler } from '../../../lambdas/webhooks/api/replay-message';
import { messageId } from '../../../lambdas/webhooks/domain/message';
import { createOutbox } from '../../../lambdas/webhooks/rows/outbox';
import { createPendingWebhooks } from '../../../lambdas/webhooks/rows/pending-webhooks';
import { call } from '../../support/endpoints/call';
import { aWebhook, PRO, refusesStrangers, webhookWorld } from '../../support/endpoints/webhooks';
import { hash } from '../../support/make/blocks';

const ref = { block: 12, tx: 3, digest: 'ab'.repeat(16) };
const of = { blockHash: hash(1), txHash: hash(2) };

describe('replayMessage', () => {
  test('a replay is rejected with 400 before the first attempt and added to the outbox after it', async () => {
    const { deps, sent, table } = await webhookWorld();
    const { id: webhook } = await aWebhook(deps);
    const message = { ...ref, webhook, owner: PRO.ownerId, kind: 'added' as const, createdAt: 5, of };
    await deps.write.Message.create([{ message }], 5);
    const params = { id: webhook, messageId: messageId(message) };
    const early = await call(handler, deps, { params, caller: PRO });
    expect([early.status, early.body.message]).toEqual([400, expect.stringContaining('for the first time')]);
    const found = await deps.Message.find({ webhook, ...ref });
    if (found) await deps.write.Message.settle(found, { status: 'failed', attempt: { at: 1, latencyMs: 1 } });
    const { status, body } = await call(handler, deps, { params, caller: PRO });
    expect([status, body.messageId, body.txHash]).toEqual([201, params.messageId, of.txHash]);
    expect(sent).toEqual([{ webhooks: [webhook], owner: PRO.ownerId }]);
    const outbox = await createOutbox(table).next(webhook, 0, 10, true);
    expect(outbox.due).toMatchObject([{ ...ref, replay: true }]);
    expect(await createPendingWebhooks(table).find(webhook)).toMatchObject({ hasReplays: true });
  });
  test('a replay beyond the daily limit gets 429 with Retry-After, and a queued message counts once', async () => {
    const { deps, sent, table } = await webhookWorld();
    const { id: webhook } = await aWebhook(deps);
    const limits = { ...deps.limits, pro: { ...deps.limits.pro, webhookReplays: 2 } };
    const ask = async (tx: number) => {
      const message = { ...ref, tx, webhook, owner: PRO.ownerId, kind: 'added' as const, createdAt: 5, of };
      await deps.write.Message.create([{ message }], 5);
      const found = await deps.Message.find(message);
      if (found) await deps.write.Message.settle(found, { status: 'failed', attempt: { at: 1, latencyMs: 1 } });
      const params = { id: webhook, messageId: messageId(message) };
      return call(handler, { ...deps, limits }, { params, caller: PRO });
    };
    const statuses = [];
    for (const tx of [1, 1, 1, 2, 3, 2]) statuses.push((await ask(tx)).status);
    expect(statuses).toEqual([201, 201, 201, 201, 429, 201]);
    const { body, headers } = await ask(4);
    expect(body.message).toBe(
      'the plan pro allows 2 messages a day to be sent again: go on tomorrow (UTC), or ask for a larger plan',
    );
    expect(Number(headers['retry-after'])).toBe(86_400 - ((deps.now() / 1_000) % 86_400));
    const { due } = await createOutbox(table).next(webhook, 0, 20, true);
    expect(due.filter(({ replay }) => replay).map(({ tx }) => tx)).toEqual([1, 2]);
    expect(sent).toHaveLength(5);
  });
  test('a replay of a revoked message gets 400, and an unknown message is not found', async () => {
    const { deps, sent } = await webhookWorld();
    const { id: webhook } = await aWebhook(deps);
    const message = { ...ref, webhook, owner: PRO.ownerId, kind: 'added' as const, createdAt: 5, of };
    await deps.write.Message.revoke(message, 6);
    const ask = (id: string) => call(handler, deps, { params: { id: webhook, messageId: id }, caller: PRO });
    expect((await ask(messageId(message))).status).toBe(400);
    for (const id of ['nothing', messageId({ ...message, tx: 4 }), messageId({ ...message, kind: 'test' })])
      expect((await ask(id)).body.message).toBe(`Message ${id} was not found`);
    expect(sent).toEqual([]);
  });
  refusesStrangers(handler, (id) => ({ params: { id, messageId: 'msg_1' } }));
});
