import { handler as rotate } from '../../../lambdas/webhooks/api/generate-or-rotate-webhook-secret';
import { handler } from '../../../lambdas/webhooks/api/get-webhook-secret';
import { call } from '../../support/endpoints/call';
import { aWebhook, PRO, refusesStrangers, webhookWorld } from '../../support/endpoints/webhooks';

describe('getWebhookSecret', () => {
  test('getWebhookSecret returns the secret of its webhook, or 404 if it has none', async () => {
    const { deps } = await webhookWorld();
    const [one, two] = [await aWebhook(deps), await aWebhook(deps)];
    const made = await call(rotate, deps, { params: { id: one.id }, caller: PRO });
    const { status, body } = await call(handler, deps, { params: { id: one.id }, caller: PRO });
    expect([status, body]).toEqual([200, made.body]);
    const none = await call(handler, deps, { params: { id: two.id }, caller: PRO });
    expect([none.status, none.body.message]).toEqual([404, `Secret of webhook ${two.id} was not found`]);
  });
  refusesStrangers(handler, (id) => ({ params: { id } }));
});
