import { handler } from '../../../lambdas/webhooks/api/update-webhook';
import { call } from '../../support/endpoints/call';
import { aWebhook, CHAIN, PRO, refusedUrls, refusesStrangers, webhookWorld } from '../../support/endpoints/webhooks';
import { aChain, address } from '../../support/make/blocks';

describe('updateWebhook', () => {
  test('an update changes only the given fields, and the status removes and restores the subscription', async () => {
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
  test('the removals setting is shown once set and kept until it is changed', async () => {
    const { deps } = await webhookWorld();
    const made = await aWebhook(deps, { removals: false });
    expect(made.removals).toBe(false);
    const change = async (body: Record<string, unknown>) =>
      (await call(handler, deps, { params: { id: made.id }, body, caller: PRO })).body;
    expect(await change({ name: 'after' })).toEqual({ ...made, name: 'after' });
    expect(await change({ removals: true })).toEqual({ ...made, name: 'after', removals: true });
    const other = await aWebhook(deps);
    expect(other).not.toHaveProperty('removals');
    const answer = await call(handler, deps, { params: { id: other.id }, body: { removals: false }, caller: PRO });
    expect(answer.body).toEqual({ ...other, removals: false });
  });
  test('headers are replaced as a whole, kept if omitted and removed by null', async () => {
    const { deps, table } = await webhookWorld();
    const made = await aWebhook(deps);
    const change = async (body: Record<string, unknown>) =>
      (await call(handler, deps, { params: { id: made.id }, body, caller: PRO })).body;
    const stored = async () => (await deps.Webhook.find(PRO.ownerId, made.id))?.headers;
    expect(await change({ headers: { B: '1', a: '2' } })).toEqual({ ...made, headerNames: ['a', 'b'] });
    expect(await change({ headers: { c: '3' } })).toEqual({ ...made, headerNames: ['c'] });
    expect(await change({ status: 'inactive' })).toMatchObject({ headerNames: ['c'] });
    expect(await change({ status: 'active', headers: { d: '4' } })).toEqual({ ...made, headerNames: ['d'] });
    expect(await change({ name: 'after' })).toMatchObject({ headerNames: ['d'] });
    expect(await stored()).toEqual({ d: '4' });
    expect(await change({ headers: null, name: '' })).toEqual(made);
    expect(await table.get({ pk: `w#${PRO.ownerId}`, sk: made.id })).not.toHaveProperty('hd');
  });
  test('filters are replaced as a whole, kept if omitted and removed by null', async () => {
    const { deps, table } = await webhookWorld();
    const made = await aWebhook(deps, { name: 'before' });
    const change = async (body: Record<string, unknown>) =>
      (await call(handler, deps, { params: { id: made.id }, body, caller: PRO })).body;
    const [first, second] = [{ kinds: ['erc20'], directions: ['to'] }, { minValue: '5' }];
    expect(await change({ filters: first })).toEqual({ ...made, filters: first });
    expect(await change({ filters: second })).toEqual({ ...made, filters: second });
    expect(await change({ status: 'inactive' })).toMatchObject({ filters: second });
    expect(await change({ status: 'active', filters: first })).toEqual({ ...made, filters: first });
    expect(await change({ filters: null })).toEqual(made);
    expect(await table.get({ pk: `w#${PRO.ownerId}`, sk: made.id })).not.toHaveProperty('fi');
    expect(await change({ filters: null, name: 'after' })).toEqual({ ...made, name: 'after' });
  });
  test('a filter on internal transactions requires includeInternalTxs and a traced chain', async () => {
    const { deps } = await webhookWorld();
    const { id } = await aWebhook(deps);
    const change = async (body: Record<string, unknown>, own = deps) => {
      const answer = await call(handler, own, { params: { id }, body, caller: PRO });
      return answer.status === 200 ? 200 : [answer.status, answer.body.message];
    };
    const filters = { kinds: ['internal'] };
    const refused = [400, 'filters.kinds: internal requires includeInternalTxs: true'];
    expect(await change({ filters })).toEqual(refused);
    expect(await change({ filters, includeInternalTxs: true })).toBe(200);
    expect(await change({ filters: { ...filters, minValue: '1' } })).toBe(200);
    expect(await change({ includeInternalTxs: false })).toEqual(refused);
    const untraced = { ...deps, chains: [aChain({ traces: false })] };
    expect(await change({ filters }, untraced)).toEqual([
      400,
      'filters.kinds: chain 31337 is not traced on this deployment',
    ]);
    expect(await change({ name: 'still allowed' }, untraced)).toBe(200);
    expect(await change({ filters: null, includeInternalTxs: false })).toBe(200);
  });
  test.each([
    [{ chainId: '1' }, 'chainId: unknown; this endpoint takes name, description, url, delivery, status'],
    [{ metadata: {} }, 'metadata: unknown'],
    [{ filters: {} }, 'filters: must have at least one filter'],
    [{ filters: { kinds: ['nft'] } }, 'filters.kinds.0: must be one of native'],
    [{ headers: {} }, 'headers: must have at least one header'],
    [{ headers: { Host: 'example.com' } }, 'headers.Host: is set by the service'],
    [{ removals: null }, 'removals: '],
    [{ status: 'off' }, 'status: must be active or inactive'],
    [{ url: 'ftp://example.com' }, 'url: must be an https URL'],
  ])('the update %j is rejected with 400', async (body, message) => {
    const { deps } = await webhookWorld();
    const { id } = await aWebhook(deps);
    const answer = await call(handler, deps, { params: { id }, body, caller: PRO });
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(message)]);
  });
  test.each(refusedUrls)('the URL %j is rejected with 400, and the webhook stays unchanged', async (url, message) => {
    const { deps } = await webhookWorld();
    const local = { ...deps, webhookLoopback: true };
    const { id, url: before } = await aWebhook(deps);
    const answer = await call(handler, local, { params: { id }, body: { url, name: 'changed' }, caller: PRO });
    expect([answer.status, answer.body.message]).toEqual([400, `url: ${message}`]);
    expect(answer.text).not.toMatch(/top-secret|bob/);
    expect(await deps.Webhook.find(PRO.ownerId, id)).toMatchObject({ url: before, name: '' });
  });
  test('enabling a webhook beyond the plan limit is rejected with 403', async () => {
    const { deps } = await webhookWorld();
    const { id } = await aWebhook(deps);
    await call(handler, deps, { params: { id }, body: { status: 'inactive' }, caller: PRO });
    await aWebhook(deps);
    const limits = { ...deps.limits, pro: { ...deps.limits.pro, webhooks: 1, webhookAddresses: 5, webhookReplays: 9 } };
    const asked = { params: { id }, body: { status: 'active' }, caller: PRO };
    expect((await call(handler, { ...deps, limits }, asked)).status).toBe(403);
  });
  refusesStrangers(handler, (id) => ({ params: { id }, body: {} }));
});
