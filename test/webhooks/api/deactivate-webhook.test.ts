import { handler } from '../../../lambdas/webhooks/api/deactivate-webhook';
import { call } from '../../support/endpoints/call';
import { aWebhook, CHAIN, PRO, refusesStrangers, webhookWorld } from '../../support/endpoints/webhooks';
import { address } from '../../support/make/blocks';

describe('deactivateWebhook', () => {
  test('deactivateWebhook keeps the webhook as inactive and unwatched, and is idempotent', async () => {
    const { deps } = await webhookWorld();
    const made = await aWebhook(deps);
    expect(await deps.Subscription.of(CHAIN, address(1))).toHaveLength(1);
    for (let again = 0; again < 2; again++) {
      const { status, body } = await call(handler, deps, { params: { id: made.id }, caller: PRO });
      expect([status, body]).toEqual([200, { ...made, status: 'inactive' }]);
    }
    expect(await deps.Subscription.of(CHAIN, address(1))).toEqual([]);
  });
  refusesStrangers(handler, (id) => ({ params: { id } }));
});
