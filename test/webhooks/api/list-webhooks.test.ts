import { handler } from '../../../lambdas/webhooks/api/list-webhooks';
import type { Webhook } from '../../../lambdas/webhooks/contract/schemas/webhooks';
import { createHealth } from '../../../lambdas/webhooks/rows/health-item';
import { call } from '../../support/endpoints/call';
import { aWebhook, PRO, webhookWorld } from '../../support/endpoints/webhooks';
import { address } from '../../support/make/blocks';

describe('listWebhooks', () => {
  test('listWebhooks pages through the webhooks of its caller, optionally by status', async () => {
    const { deps } = await webhookWorld();
    // Created in one millisecond, so only the IDs determine their order.
    const made = [await aWebhook(deps), await aWebhook(deps), await aWebhook(deps)];
    const [first] = made.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    await deps.write.Webhook.turnOff({ owner: PRO.ownerId, id: first?.id ?? '' });
    const list = async (query: Record<string, string>, caller = PRO) => {
      const seen: unknown[] = [];
      let pageToken = '';
      do {
        const { body } = await call(handler, deps, { query: { ...query, pageSize: '1', pageToken }, caller });
        seen.push(...(body.webhooks as { id: string }[]).map(({ id }) => id));
        pageToken = String(body.nextPageToken ?? '');
      } while (pageToken);
      return seen;
    };
    const ids = made.map(({ id }) => id).toSorted();
    expect(await list({})).toEqual(ids);
    expect(await list({ status: 'inactive' })).toEqual(ids.slice(0, 1));
    expect(await list({ status: 'active' })).toEqual(ids.slice(1));
    expect(await list({}, { plan: 'pro', ownerId: 'team-2' })).toEqual([]);
  });
  test('a listed webhook has at most its first 500 addresses', async () => {
    const { deps } = await webhookWorld();
    await aWebhook(deps, { metadata: { addresses: Array.from({ length: 600 }, (_, i) => address(i + 1)) } });
    const { body } = await call(handler, deps, { caller: PRO });
    expect((body.webhooks as { metadata: { addresses: string[] } }[])[0]?.metadata.addresses).toHaveLength(500);
  });
  test('listWebhooks reads the health of all receivers in one request', async () => {
    const calls: string[] = [];
    const { deps, table } = await webhookWorld((name, when) => void (when === 'before' && calls.push(name)));
    const made = [await aWebhook(deps), await aWebhook(deps), await aWebhook(deps)];
    const lease = { webhook: made[1]?.id ?? '', token: 'one', until: 9 };
    await createHealth(table).take(lease, [], 1);
    await createHealth(table).release(lease, { health: { failures: 1, since: 5 } });
    calls.length = 0;
    const { body } = await call(handler, deps, { caller: PRO });
    expect(calls.toSorted()).toEqual(['BatchGetItem', 'BatchGetItem', 'Query']);
    const health = (body.webhooks as Webhook[]).map((one) => [one.id, one.health]);
    expect(Object.fromEntries(health)).toEqual({
      [made[0]?.id ?? '']: undefined,
      [made[1]?.id ?? '']: { state: 'failing', failuresInARow: 1 },
      [made[2]?.id ?? '']: undefined,
    });
  });
  test('an unknown status is rejected with 400, and a missing key with 401', async () => {
    const { deps } = await webhookWorld();
    expect((await call(handler, deps, { query: { status: 'on' }, caller: PRO })).status).toBe(400);
    expect((await call(handler, deps, {})).status).toBe(401);
  });
});
