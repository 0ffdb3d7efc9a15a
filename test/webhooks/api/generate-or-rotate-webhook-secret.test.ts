import { handler } from '../../../lambdas/webhooks/api/generate-or-rotate-webhook-secret';
import { call } from '../../support/endpoints/call';
import { aWebhook, PRO, refusesStrangers, webhookWorld } from '../../support/endpoints/webhooks';

describe('generateOrRotateWebhookSecret', () => {
  test('each rotation returns a new secret of 64 hexadecimal digits', async () => {
    const { deps } = await webhookWorld();
    const [one, two] = [await aWebhook(deps), await aWebhook(deps)];
    const secrets: unknown[] = [];
    for (const [{ id }, query] of [
      [one, {}],
      [one, { immediate: 'false' }],
      [one, { immediate: 'true' }],
      [two, {}],
    ] as const) {
      const { status, body } = await call(handler, deps, { params: { id }, query, caller: PRO });
      expect([status, body]).toEqual([201, { secret: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
      expect(Buffer.from(String(body.secret), 'hex').toString()).toMatch(/^[\w-]{32}$/);
      secrets.push(body.secret);
    }
    expect(new Set(secrets).size).toBe(4);
  });
  test.each([
    [{ immediate: 'yes' }, 'immediate: must be true or false'],
    [{ now: 'true' }, 'now: unknown; this endpoint takes immediate'],
  ])('the query %j is rejected with 400 and creates no secret', async (query, message) => {
    const { deps } = await webhookWorld();
    const { id } = await aWebhook(deps);
    const { status, body } = await call(handler, deps, { params: { id }, query, caller: PRO });
    expect([status, body.message]).toEqual([400, message]);
    expect(await deps.OwnSecret.of({ owner: PRO.ownerId, id })).toBeUndefined();
  });
  refusesStrangers(handler, (id) => ({ params: { id } }));
});
