import { handler as rotate } from '../../../lambdas/webhooks/api/generate-or-rotate-webhook-secret';
import { handler } from '../../../lambdas/webhooks/api/remove-webhook-secret';
import { call } from '../../support/endpoints/call';
import { aWebhook, PRO, refusesStrangers, webhookWorld } from '../../support/endpoints/webhooks';

describe('removeWebhookSecret', () => {
  test('removeWebhookSecret removes the secret of its webhook only, and is idempotent', async () => {
    const { deps } = await webhookWorld();
    const [one, two] = [await aWebhook(deps), await aWebhook(deps)];
    for (const { id } of [one, two]) await call(rotate, deps, { params: { id }, caller: PRO });
    for (let again = 0; again < 2; again++) {
      const { status, body } = await call(handler, deps, { params: { id: one.id }, caller: PRO });
      expect([status, body]).toEqual([200, {}]);
    }
    const has = async ({ id }: { id: string }) => (await deps.OwnSecret.of({ owner: PRO.ownerId, id })) !== undefined;
    expect([await has(one), await has(two)]).toEqual([false, true]);
  });
  refusesStrangers(handler, (id) => ({ params: { id } }));
});
