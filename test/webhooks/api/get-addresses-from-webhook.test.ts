import { handler } from '../../../lambdas/webhooks/api/get-addresses-from-webhook';
import { call } from '../../support/endpoints/call';
import { aWebhook, PRO, refusesOtherKinds, refusesStrangers, webhookWorld } from '../../support/endpoints/webhooks';
import { address } from '../../support/make/blocks';

describe('getAddressesFromWebhook', () => {
  test('getAddressesFromWebhook pages through all addresses once, with the total', async () => {
    const { deps } = await webhookWorld();
    const addresses = [5, 3, 1, 4, 2].map(address);
    const { id } = await aWebhook(deps, { metadata: { addresses } });
    const seen: unknown[] = [];
    let pageToken = '';
    do {
      const query = { pageSize: '2', pageToken };
      const { body } = await call(handler, deps, { params: { id }, query, caller: PRO });
      expect(body.totalAddresses).toBe(5);
      seen.push(...(body.addresses as string[]));
      pageToken = String(body.nextPageToken ?? '');
    } while (pageToken);
    expect(seen).toEqual([1, 2, 3, 4, 5].map(address));
  });
  refusesStrangers(handler, (id) => ({ params: { id } }));
  refusesOtherKinds(handler, (id) => ({ params: { id } }));
});
