import { handler } from '../../../lambdas/usage/api/get-api-logs';
import { call } from '../../support/endpoints/call';
import { PAGING, refuses } from '../../support/endpoints/refusals';
import { readPages } from '../../support/endpoints/transactions';
import { AT, KEY_ID } from '../../support/usage/records';
import { usageWorld, WALLET } from '../../support/usage/world';

const ids = (body: Record<string, unknown>) => (body.logs as { logId: string }[]).map(({ logId }) => logId);
async function ask(query: Record<string, string> = {}) {
  const { deps } = await usageWorld();
  return call(handler, deps, { query, caller: WALLET });
}

describe('getApiLogs', () => {
  test('the log has the owner’s requests, newest first, over all pages', async () => {
    const { deps } = await usageWorld();
    const pages = await readPages(handler, deps, { query: { pageSize: '2' }, caller: WALLET });
    expect(pages.flatMap(ids)).toEqual(['r5', 'r4', 'r3', 'r2', 'r1', 'r0', 'old']);
  });
  test('a log entry has every field of the published client, the path as sent, and never the key', async () => {
    const { status, body } = await ask({ responseCode: '429' });
    expect([status, body]).toEqual([
      200,
      {
        orgId: 'wallet',
        logs: [
          {
            orgId: 'wallet',
            logId: 'r4',
            eventTimestamp: Math.floor(AT / 1_000),
            apiKeyId: KEY_ID,
            apiKeyAlias: KEY_ID,
            hostRegion: expect.any(String),
            requestType: 'data',
            requestPath: '/v1/chains/31337',
            apiCreditsConsumed: 1,
            requestDurationMsecs: 1,
            responseCode: 429,
            chainId: '31337',
            metadata: { ipAddress: '192.0.2.1', host: 'api.example', userAgent: '' },
          },
        ],
      },
    ]);
  });
  test.each([
    [{ requestType: 'rpc' }, ['r5']],
    [{ chainId: '31337' }, ['r4', 'r3', 'r2', 'r1', 'old']],
    [{ apiKeyId: 'second' }, ['r0']],
    [{ requestPath: '/v1/chains' }, ['r0']],
    [{ endTimestamp: String(AT / 1_000) }, ['r0', 'old']],
    [{ startTimestamp: String(AT / 1_000) }, ['r5', 'r4', 'r3', 'r2', 'r1']],
    [{ startTimestamp: '1', endTimestamp: '1699999999' }, ['r0', 'old']],
  ])('the log returns only requests that match %j', async (query: Record<string, string>, expected) => {
    expect(ids((await ask(query)).body)).toEqual(expected);
  });
  test('the log of another owner gets 404', async () => {
    const { status, body } = await ask({ orgId: 'other' });
    expect([status, body.message]).toEqual([404, 'organization other was not found']);
  });
  test('a request without a key gets 401', async () => {
    const { deps } = await usageWorld();
    const { status } = await call(handler, deps, { caller: { plan: 'anonymous', ownerId: 'anonymous' } });
    expect(status).toBe(401);
  });
  refuses(handler, { caller: WALLET }, PAGING, usageWorld);
});
