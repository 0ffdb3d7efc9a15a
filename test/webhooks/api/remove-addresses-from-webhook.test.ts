import { handler } from '../../../lambdas/webhooks/api/remove-addresses-from-webhook';
import { call } from '../../support/endpoints/call';
import {
  aWebhook,
  CHAIN,
  PRO,
  refusesOtherKinds,
  refusesStrangers,
  webhookWorld,
} from '../../support/endpoints/webhooks';
import { address } from '../../support/make/blocks';

describe('removeAddressesFromWebhook', () => {
  test('a removed address is no longer watched, except by other webhooks, and removal is idempotent', async () => {
    const { deps } = await webhookWorld();
    const both = { metadata: { addresses: [address(1), address(2)] } };
    const [one, two] = [await aWebhook(deps, both), await aWebhook(deps, both)];
    const asked = { params: { id: one.id }, body: { addresses: [address(1)] }, caller: PRO };
    for (let again = 0; again < 2; again++) {
      const { status, body } = await call(handler, deps, asked);
      expect([status, body.metadata]).toEqual([200, { addresses: [address(2)] }]);
    }
    expect((await deps.Subscription.of(CHAIN, address(1))).map(({ webhook }) => webhook)).toEqual([two.id]);
  });
  refusesStrangers(handler, (id) => ({ params: { id }, body: { addresses: [address(9)] } }));
  refusesOtherKinds(handler, (id) => ({ params: { id }, body: { addresses: [address(9)] } }));
});
