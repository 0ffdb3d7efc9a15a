import { handler } from '../../../lambdas/api/webhooks/replay-messages';
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
  ])('201: %j', async (body, expected) => {
    const { deps, sent } = await webhookWorld();
    const { id: webhook } = await aWebhook(deps);
    const answer = await call(handler, deps, { params: { id: webhook }, body, caller: PRO });
    expect([answer.status, answer.body]).toEqual([201, {}]);
    expect(sent).toEqual([{ webhook, owner: PRO.ownerId, to: deps.now(), ...expected }]);
  });
  test.each([
    [{}, 'fromBlock: must be given, or startTimestamp: where to begin'],
    [{ fromBlock: 5, toBlock: 4 }, 'toBlock: must not be below fromBlock'],
    [{ startTimestamp: 5, endTimestamp: 4 }, 'endTimestamp: must not be before startTimestamp'],
    [{ fromBlock: -1 }, 'fromBlock: '],
    [{ fromBlock: 1, status: 'lost' }, 'status: must be pending, delivered, failed or revoked'],
    [{ block: 1 }, 'block: unknown'],
  ])('400: %j', async (body, message) => {
    const { deps } = await webhookWorld();
    const { id } = await aWebhook(deps);
    const answer = await call(handler, deps, { params: { id }, body, caller: PRO });
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(message)]);
  });
  refusesStrangers(handler, (id) => ({ params: { id }, body: { fromBlock: 0 } }));
});
