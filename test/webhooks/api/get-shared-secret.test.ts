import { handler } from '../../../lambdas/webhooks/api/get-shared-secret';
import { call } from '../../support/endpoints/call';
import { PRO, webhookWorld } from '../../support/endpoints/webhooks';

const OTHER = { plan: 'pro', ownerId: 'team-2' };

describe('getSharedSecret', () => {
  test('getSharedSecret returns one secret of 64 hexadecimal digits per owner', async () => {
    const { deps } = await webhookWorld();
    const secrets: unknown[] = [];
    for (const caller of [PRO, PRO, OTHER]) {
      const { status, body } = await call(handler, deps, { caller });
      expect([status, body]).toEqual([200, { secret: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
      expect(Buffer.from(String(body.secret), 'hex').toString()).toMatch(/^[\w-]{32}$/);
      secrets.push(body.secret);
    }
    expect(new Set(secrets).size).toBe(2);
  });
  test('a missing key is rejected with 401, and a plan without webhooks with 403', async () => {
    const { deps } = await webhookWorld();
    expect((await call(handler, deps, {})).status).toBe(401);
    const limits = { ...deps.limits, pro: { ...deps.limits.pro, webhooks: 0, webhookAddresses: 0, webhookReplays: 9 } };
    expect((await call(handler, { ...deps, limits }, { caller: PRO })).status).toBe(403);
  });
});
