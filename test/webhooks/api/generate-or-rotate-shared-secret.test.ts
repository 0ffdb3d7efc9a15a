import { handler } from '../../../lambdas/webhooks/api/generate-or-rotate-shared-secret';
import { call } from '../../support/endpoints/call';
import { PRO, webhookWorld } from '../../support/endpoints/webhooks';

const OTHER = { plan: 'pro', ownerId: 'team-2' };

describe('generateOrRotateSharedSecret', () => {
  test('each rotation returns a new secret of 64 hexadecimal digits', async () => {
    const { deps } = await webhookWorld();
    const secrets: unknown[] = [];
    for (const caller of [PRO, PRO, OTHER]) {
      const { status, body } = await call(handler, deps, { caller });
      expect([status, body]).toEqual([201, { secret: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
      expect(Buffer.from(String(body.secret), 'hex').toString()).toMatch(/^[\w-]{32}$/);
      secrets.push(body.secret);
    }
    expect(new Set(secrets).size).toBe(3);
  });
  test('an immediate flag other than true or false is rejected with 400', async () => {
    const { deps } = await webhookWorld();
    const { status, body } = await call(handler, deps, { query: { immediate: '1' }, caller: PRO });
    expect([status, body.message]).toEqual([400, 'immediate: must be true or false']);
  });
  test('a missing key is rejected with 401, and a plan without webhooks with 403', async () => {
    const { deps } = await webhookWorld();
    expect((await call(handler, deps, {})).status).toBe(401);
    const limits = { ...deps.limits, pro: { ...deps.limits.pro, webhooks: 0, webhookAddresses: 0, webhookReplays: 9 } };
    expect((await call(handler, { ...deps, limits }, { caller: PRO })).status).toBe(403);
  });
});
