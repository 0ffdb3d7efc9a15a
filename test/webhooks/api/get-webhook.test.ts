import { handler } from '../../../lambdas/webhooks/api/get-webhook';
import type { Health } from '../../../lambdas/webhooks/domain/health';
import { createHealth } from '../../../lambdas/webhooks/rows/health-item';
import { call } from '../../support/endpoints/call';
import { aWebhook, PRO, refusesStrangers, webhookWorld } from '../../support/endpoints/webhooks';
import { address } from '../../support/make/blocks';

describe('getWebhook', () => {
  test('getWebhook returns the webhook as it was created', async () => {
    const { deps } = await webhookWorld();
    const made = await aWebhook(deps, { metadata: { addresses: [address(2), address(1)] } });
    const { status, body } = await call(handler, deps, { params: { id: made.id }, caller: PRO });
    expect([status, body]).toEqual([200, made]);
    expect(made.metadata.addresses).toEqual([address(1), address(2)]);
  });
  test('getWebhook includes the health of the receiver after the first attempt', async () => {
    const { deps, table } = await webhookWorld();
    const made = await aWebhook(deps);
    const get = async () => (await call(handler, deps, { params: { id: made.id }, caller: PRO })).body;
    const store = createHealth(table);
    const leave = async (health: Health, now: number) => {
      const lease = { webhook: made.id, token: String(now), until: now + 1 };
      await store.take(lease, [], now, { anyTime: true });
      await store.release(lease, { health });
    };
    // A sender ran and sent nothing.
    await leave({ failures: 0 }, 1);
    expect(await get()).toEqual(made);
    await leave({ failures: 0, lastSuccessAt: 10, latencyMs: 7 }, 10);
    expect(await get()).toEqual({
      ...made,
      health: { state: 'healthy', failuresInARow: 0, lastSuccessAt: 10, latencyMs: 7 },
    });
    await leave({ failures: 6, since: 11, lastSuccessAt: 10, latencyMs: 9, nextTryAt: 70, lastFailedAt: 12 }, 12);
    expect(await get()).toEqual({
      ...made,
      health: {
        state: 'dead',
        failuresInARow: 6,
        lastSuccessAt: 10,
        latencyMs: 9,
        nextTryAt: 70,
        lastFailedAt: 12,
      },
    });
  });
  refusesStrangers(handler, (id) => ({ params: { id } }));
});
