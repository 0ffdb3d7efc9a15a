import { handler } from '../../../lambdas/webhooks/api/list-webhook-messages';
import { call } from '../../support/endpoints/call';
import { aWebhook, PRO, refusesStrangers, webhookWorld } from '../../support/endpoints/webhooks';

describe('listWebhookMessages', () => {
  test('listWebhookMessages pages through messages from the newest block, optionally by status', async () => {
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
  test.each(['failed', 'revoked'] as const)(
    'each page of %s messages costs one Query, and its page token is rejected for another status',
    async (status) => {
      const queries: unknown[] = [];
      const { deps } = await webhookWorld((name, when, input) => {
        if (name === 'Query' && when === 'before') queries.push(input.IndexName);
      });
      const [{ id: webhook }, { id: other }] = [await aWebhook(deps), await aWebhook(deps)];
      for (const id of [webhook, other])
        for (let block = 1; block <= 60; block++) {
          const ref = { webhook: id, block, tx: 3, digest: String(block).padStart(32, '0') };
          const message = { ...ref, owner: PRO.ownerId, kind: 'added', createdAt: 1_000 } as const;
          await deps.write.Message.create([{ message }], 1_000);
          const found = await deps.Message.find(ref);
          if (!found) throw new Error('it is not there');
          const attempt = { at: 5, latencyMs: 1 };
          if (block % 20 === 0) await deps.write.Message.settle(found, { attempt, status: 'failed' });
          else if (block % 20 === 1) await deps.write.Message.revoke(message, 6);
          else await deps.write.Message.settle(found, { attempt, status: 'delivered' });
          // A message that failed before its block was removed keeps its status.
          if (block === 40) await deps.write.Message.revoke(message, 7);
        }
      const pages: unknown[] = [];
      let pageToken = '';
      do {
        queries.length = 0;
        const query = { status, pageSize: '2', pageToken };
        const { body } = await call(handler, deps, { params: { id: webhook }, query, caller: PRO });
        expect(queries).toEqual(['gsi1']);
        const messages = body.messages as { messageId: string; status: string; revokedAt?: number }[];
        expect(messages.map((one) => one.status)).toEqual(messages.map(() => status));
        pages.push(messages.map(({ messageId, revokedAt }) => [Number(messageId.slice(4, 14)), revokedAt]));
        pageToken = String(body.nextPageToken ?? '');
        const own = { ...query, status: 'delivered', pageToken };
        if (!pageToken) continue;
        // A page token is only valid for its own list.
        const mixed = await call(handler, deps, { params: { id: webhook }, query: own, caller: PRO });
        expect([mixed.status, mixed.body.message]).toEqual([400, expect.stringContaining('does not match this query')]);
      } while (pageToken);
      const [failed, revoked] = [
        [
          [
            [60, undefined],
            [40, 7],
          ],
          [[20, undefined]],
        ],
        [
          [
            [41, 6],
            [21, 6],
          ],
          [[1, 6]],
        ],
      ];
      expect(pages).toEqual(status === 'failed' ? failed : revoked);
    },
  );
  test('an unknown status is rejected with 400', async () => {
    const { deps } = await webhookWorld();
    const asked = { params: { id: 'x' }, query: { status: 'lost' }, caller: PRO };
    expect((await call(handler, deps, asked)).status).toBe(400);
  });
  refusesStrangers(handler, (id) => ({ params: { id } }));
});
