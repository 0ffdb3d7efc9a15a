import { handler } from '../../../lambdas/api/webhooks/update-webhook';
import { call } from '../../support/endpoints/call';
import { aWebhook, CHAIN, PRO, refusesStrangers, webhookWorld } from '../../support/endpoints/webhooks';
import { address } from '../../support/make/blocks';

describe('updateWebhook', () => {
  test('200: only the given fields change; disabled and enabled again', async () => {
    const { deps } = await webhookWorld();
    const made = await aWebhook(deps, { name: 'before', confirmations: 3 });
    const change = async (body: Record<string, unknown>) =>
      (await call(handler, deps, { params: { id: made.id }, body, caller: PRO })).body;
    expect(await change({})).toEqual(made);
    expect(await change({ name: 'after', includeLogs: true })).toEqual({ ...made, name: 'after', includeLogs: true });
    expect(await change({ status: 'inactive' })).toMatchObject({ status: 'inactive', confirmations: 3 });
    expect(await deps.Subscription.of(CHAIN, address(1))).toEqual([]);
    expect(await change({ status: 'active' })).toMatchObject({ status: 'active' });
    expect(await deps.Subscription.of(CHAIN, address(1))).toHaveLength(1);
  });
  test.each([
    [{ chainId: '1' }, 'chainId: unknown; this endpoint takes name, description, url, status'],
    [{ metadata: {} }, 'metadata: unknown'],
    [{ status: 'off' }, 'status: must be active or inactive'],
    [{ url: 'ftp://example.com' }, 'url: must be an https URL'],
  ])('400: %j', async (body, message) => {
    const { deps } = await webhookWorld();
    const { id } = await aWebhook(deps);
    const answer = await call(handler, deps, { params: { id }, body, caller: PRO });
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(message)]);
  });
  test('403: enabling it exceeds the plan', async () => {
    const { deps } = await webhookWorld();
    const { id } = await aWebhook(deps);
    await call(handler, deps, { params: { id }, body: { status: 'inactive' }, caller: PRO });
    await aWebhook(deps);
    const limits = { ...deps.limits, pro: { webhooks: 1, webhookAddresses: 5 } };
    const asked = { params: { id }, body: { status: 'active' }, caller: PRO };
    expect((await call(handler, { ...deps, limits }, asked)).status).toBe(403);
  });
  refusesStrangers(handler, (id) => ({ params: { id }, body: {} }));
});
