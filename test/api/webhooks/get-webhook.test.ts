import { handler } from '../../../lambdas/api/webhooks/get-webhook';
import { call } from '../../support/endpoints/call';
import { aWebhook, PRO, refusesStrangers, webhookWorld } from '../../support/endpoints/webhooks';
import { address } from '../../support/make/blocks';

describe('getWebhook', () => {
  test('200: the webhook as it was created', async () => {
    const { deps } = await webhookWorld();
    const made = await aWebhook(deps, { metadata: { addresses: [address(2), address(1)] } });
    const { status, body } = await call(handler, deps, { params: { id: made.id }, caller: PRO });
    expect([status, body]).toEqual([200, made]);
    expect(made.metadata.addresses).toEqual([address(1), address(2)]);
  });
  refusesStrangers(handler, (id) => ({ params: { id } }));
});
