import { handler } from '../../../lambdas/api/webhooks/list-webhook-messages';
import { call } from '../../support/endpoints/call';
import { aWebhook, PRO, refusesStrangers, webhookWorld } from '../../support/endpoints/webhooks';

describe('listWebhookMessages', () => {
  test('200: newest block first, by status, page by page', async () => {
    const { deps } = await webhookWorld();
    const { id: webhook } = await aWebhook(deps);
    for (let block = 1; block <= 5; block++) {
      const digest = String(block).repeat(32);
      const kind = 'added' as const;
      const message = { webhook, owner: PRO.ownerId, block, tx: 3, digest, kind, createdAt: 1_000 };
      await deps.write.Message.create([{ message }], 1_000);
      const found = await deps.Message.find({ webhook, block, tx: 3, digest });
      if (!found) throw new Error('it is not there');
      const attempt = { at: 5, latencyMs: 1, statusCode: 200 };
      if (block % 2) await deps.write.Message.settle(found, { attempt, status: 'delivered' });
    }
    const list = async (query: Record<string, string>) => {
      const seen: unknown[] = [];
      let pageToken = '';
      do {
        const asked = { params: { id: webhook }, query: { ...query, pageSize: '2', pageToken }, caller: PRO };
        const { body } = await call(handler, deps, asked);
        seen.push(...(body.messages as { messageId: string }[]).map(({ messageId }) => Number(messageId.slice(4, 14))));
        pageToken = String(body.nextPageToken ?? '');
      } while (pageToken);
      return seen;
    };
    expect(await list({})).toEqual([5, 4, 3, 2, 1]);
    expect(await list({ status: 'delivered' })).toEqual([5, 3, 1]);
    expect(await list({ status: 'pending' })).toEqual([4, 2]);
    expect(await list({ status: 'failed' })).toEqual([]);
  });
  test('400: an unknown status', async () => {
    const { deps } = await webhookWorld();
    const asked = { params: { id: 'x' }, query: { status: 'lost' }, caller: PRO };
    expect((await call(handler, deps, asked)).status).toBe(400);
  });
  refusesStrangers(handler, (id) => ({ params: { id } }));
});
