import { handler } from '../../../lambdas/webhooks/api/test-webhook';
import { createOutbox } from '../../../lambdas/webhooks/rows/outbox';
import { call } from '../../support/endpoints/call';
import { aWebhook, PRO, refusesStrangers, webhookWorld } from '../../support/endpoints/webhooks';

describe('testWebhook', () => {
  test('testWebhook creates a message, adds it to the outbox and announces it', async () => {
    const { deps, sent, table } = await webhookWorld();
    const { id } = await aWebhook(deps);
    const { status, body } = await call(handler, deps, { params: { id }, caller: PRO });
    expect([status, body]).toEqual([
      201,
      {
        messageId: expect.stringMatching(/^test_0000000010_00000_[0-9a-f]{32}$/),
        kind: 'test',
        status: 'pending',
        createdAt: deps.now(),
        attempts: [],
      },
    ]);
    const digest = String(body.messageId).slice(-32);
    expect(sent).toEqual([{ webhooks: [id], owner: PRO.ownerId }]);
    expect((await createOutbox(table).next(id, deps.now(), 10, false)).due).toMatchObject([{ digest, replay: false }]);
    expect(await deps.Message.find({ webhook: id, block: 10, tx: 0, digest })).toMatchObject({ status: 'pending' });
  });
  test('a test of an inactive webhook is rejected with 400', async () => {
    const { deps } = await webhookWorld();
    const { id } = await aWebhook(deps);
    await deps.write.Webhook.turnOff({ owner: PRO.ownerId, id });
    const { status, body } = await call(handler, deps, { params: { id }, caller: PRO });
    expect([status, body.message]).toEqual([400, `Webhook ${id} is inactive: turn it on first`]);
  });
  refusesStrangers(handler, (id) => ({ params: { id } }));
});
