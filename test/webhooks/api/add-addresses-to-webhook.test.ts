import { handler } from '../../../lambdas/webhooks/api/add-addresses-to-webhook';
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

describe('addAddressesToWebhook', () => {
  test('added addresses are watched from the next block, and adding them is idempotent', async () => {
    const { deps } = await webhookWorld();
    const { id } = await aWebhook(deps);
    const body = { addresses: [address(1), address(2)] };
    for (let again = 0; again < 2; again++) {
      const answer = await call(handler, deps, { params: { id }, body, caller: PRO });
      expect([answer.status, answer.body.metadata]).toEqual([200, { addresses: [address(1), address(2)] }]);
    }
    expect(await deps.Subscription.of(CHAIN, address(2))).toEqual([
      { webhook: id, owner: PRO.ownerId, since: { number: 10, epoch: 0 } },
    ]);
  });
  test('addresses beyond the plan limit are rejected with 403 and not added', async () => {
    const { deps } = await webhookWorld();
    const { id } = await aWebhook(deps);
    const limits = { ...deps.limits, pro: { ...deps.limits.pro, webhooks: 9, webhookAddresses: 2, webhookReplays: 9 } };
    const body = { addresses: [address(1), address(2), address(3)] };
    const answer = await call(handler, { ...deps, limits }, { params: { id }, body, caller: PRO });
    expect([answer.status, answer.body.message]).toEqual([403, expect.stringContaining('allows 2 addresses')]);
    expect(await deps.WatchedAddresses.of(id)).toEqual([address(1)]);
  });
  refusesStrangers(handler, (id) => ({ params: { id }, body: { addresses: [address(9)] } }));
  refusesOtherKinds(handler, (id) => ({ params: { id }, body: { addresses: [address(9)] } }));
});
