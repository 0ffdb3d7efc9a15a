import { handler } from '../../../lambdas/webhooks/api/replay-messages';
import { call } from '../../support/endpoints/call';
import { aWebhook, PRO, refusesStrangers, webhookWorld } from '../../support/endpoints/webhooks';

describe('replayMessages', () => {
  test.each([
    [
      { fromBlock: 5, toBlock: 9 },
      { fromBlock: 5, toBlock: 9, from: 0 },
    ],
    [{ fromBlock: 5 }, { fromBlock: 5, toBlock: 9_999_999_999, from: 0 }],
    [
      { startTimestamp: 7, endTimestamp: 8, status: 'failed' },
      { fromBlock: 0, toBlock: 9_999_999_999, from: 7_000, to: 8_999, status: 'failed' },
    ],
  ])('the request %j queues a replay', async (body, expected) => {
    const { deps, sent } = await webhookWorld();
    const { id: webhook } = await aWebhook(deps);
    const answer = await call(handler, deps, { params: { id: webhook }, body, caller: PRO });
    const max = deps.limits.pro.webhookReplays;
    expect([answer.status, answer.body]).toEqual([201, { remaining: max }]);
    const request = { webhook, owner: PRO.ownerId, to: deps.now(), requestedAt: deps.now(), whileActive: true, max };
    expect(sent).toEqual([{ ...request, ...expected }]);
  });
  test.each([
    [{}, 'fromBlock: is required unless startTimestamp is given'],
    [{ fromBlock: 5, toBlock: 4 }, 'toBlock: must not be below fromBlock'],
    [{ startTimestamp: 5, endTimestamp: 4 }, 'endTimestamp: must not be before startTimestamp'],
    [{ fromBlock: -1 }, 'fromBlock: '],
    [{ fromBlock: 1, status: 'lost' }, 'status: must be pending, delivered, failed or revoked'],
    [{ block: 1 }, 'block: unknown'],
  ])('the request %j is rejected with 400', async (body, message) => {
    const { deps } = await webhookWorld();
    const { id } = await aWebhook(deps);
    const answer = await call(handler, deps, { params: { id }, body, caller: PRO });
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(message)]);
  });
  test('a replay returns the remaining daily allowance, 429 once it is used up, and an error on a plan without replays', async () => {
    const { deps, sent } = await webhookWorld();
    const { id } = await aWebhook(deps);
    const ask = (webhookReplays: number) => {
      const limits = { ...deps.limits, pro: { ...deps.limits.pro, webhookReplays } };
      return call(handler, { ...deps, limits }, { params: { id }, body: { fromBlock: 0 }, caller: PRO });
    };
    const messages = [1, 2, 3].map((block) => ({ webhook: id, block, tx: 0, digest: 'a'.repeat(32), createdAt: 1 }));
    await deps.write.ReplayEntry.add(messages, deps.now(), { owner: PRO.ownerId, max: 5 });
    expect((await ask(5)).body).toEqual({ remaining: 2 });
    const { status, body, headers } = await ask(3);
    expect([status, body.message]).toEqual([
      429,
      'the plan pro allows 3 messages a day to be sent again: go on tomorrow (UTC), or ask for a larger plan',
    ]);
    expect(headers['retry-after']).toBe(String(86_400 - ((deps.now() / 1_000) % 86_400)));
    expect((await ask(0)).body.message).toBe('the plan pro does not include replays: ask for a key of a larger plan');
    expect(sent).toHaveLength(1);
  });
  refusesStrangers(handler, (id) => ({ params: { id }, body: { fromBlock: 0 } }));
});
