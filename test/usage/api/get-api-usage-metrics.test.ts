import { handler } from '../../../lambdas/usage/api/get-api-usage-metrics';
import { call } from '../../support/endpoints/call';
import { badQuery, refuses, unknown } from '../../support/endpoints/refusals';
import { OTHER } from '../../support/endpoints/webhooks';
import { AT } from '../../support/usage/records';
import { usageWorld, WALLET } from '../../support/usage/world';

interface Value {
  readonly groupValue?: string;
  readonly totalRequests: number;
}
const hour = Math.floor(AT / 3_600_000) * 3_600;
const day = Math.floor(AT / 86_400_000) * 86_400;
const points = (body: Record<string, unknown>) => body.metrics as { timestamp: number; values: Value[] }[];

async function ask(query: Record<string, string> = {}) {
  const { deps } = await usageWorld();
  return call(handler, deps, { query, caller: WALLET });
}
/** Requests by group over all points. */
async function groups(query: Record<string, string>) {
  const { body } = await ask(query);
  const sums: Record<string, number> = {};
  for (const { values } of points(body))
    for (const { groupValue = 'all', totalRequests } of values)
      sums[groupValue] = (sums[groupValue] ?? 0) + totalRequests;
  return sums;
}

describe('getApiUsageMetrics', () => {
  test('usage is grouped by day by default, with every sum of the published client', async () => {
    const { status, body } = await ask();
    expect([status, body]).toEqual([
      200,
      {
        aggregateDuration: 'daily',
        orgId: 'wallet',
        metrics: [
          {
            timestamp: day,
            values: [
              {
                groupedBy: 'None',
                totalRequests: 6,
                requestsPerSecond: expect.any(Number),
                successRatePercent: 66.67,
                medianResponseTimeMsecs: expect.any(Number),
                invalidRequests: 1,
                apiCreditsUsed: expect.any(Number),
                apiCreditsWasted: 1,
              },
            ],
          },
        ],
      },
    ]);
  });
  test('hourly usage is in ascending order and omits hours without requests', async () => {
    const { body } = await ask({ timeInterval: 'hourly' });
    expect(points(body).map(({ timestamp, values }) => [timestamp, values[0]?.totalRequests])).toEqual([
      [hour - 3_600, 1],
      [hour, 5],
    ]);
  });
  test.each([
    ['requestPath', { '/v1/chains': 1, '/v1/chains/{chainId}': 4, '/ext/bc/P': 1 }],
    ['responseCode', { 200: 4, 429: 1, 500: 1 }],
    ['chainId', { 31337: 4, 'p-chain-fuji': 1, '-': 1 }],
    ['apiKeyId', { a1b2c3d4e5: 5, second: 1 }],
    ['requestType', { data: 5, rpc: 1 }],
  ])('usage grouped by %s has each request in one group', async (groupBy, expected) => {
    expect(await groups({ groupBy })).toEqual(expected);
  });
  test.each([
    [{ responseCode: '429' }, { 429: 1 }],
    [{ requestType: 'rpc' }, { 200: 1 }],
    [{ chainId: '31337' }, { 200: 2, 429: 1, 500: 1 }],
    [{ chainId: '31337', responseCode: '200' }, { 200: 2 }],
    [{ apiKeyId: 'second' }, { 200: 1 }],
    [{ requestPath: '/v1/chains/{chainId}' }, { 200: 2, 429: 1, 500: 1 }],
    [{ requestPath: '/v1/unknown' }, {}],
  ])('usage counts only requests that match %j', async (filter: Record<string, string>, expected) => {
    expect(await groups({ ...filter, groupBy: 'responseCode' })).toEqual(expected);
  });
  test.each([
    ['a day', { startTimestamp: String(day), endTimestamp: String(day + 86_400) }, 6],
    ['months', { timeInterval: 'monthly' }, 7],
    ['weeks', { timeInterval: 'weekly' }, 7],
    ['a range in the past', { startTimestamp: String(day - 41 * 86_400), endTimestamp: String(day) }, 1],
    ['an empty range', { startTimestamp: String(day), endTimestamp: String(day) }, undefined],
  ])('usage sums the requests of %s', async (_, query: Record<string, string>, expected) => {
    expect((await groups(query)).all).toBe(expected);
  });
  test('an owner may name itself, and other owners see only their own usage', async () => {
    expect((await ask({ orgId: 'wallet' })).status).toBe(200);
    const { deps } = await usageWorld();
    const { body } = await call(handler, deps, { caller: { plan: 'free', ownerId: 'other' } });
    expect([body.orgId, points(body)[0]?.values[0]?.totalRequests]).toEqual(['other', 1]);
    expect(points((await call(handler, deps, { caller: OTHER })).body)).toEqual([]);
  });
  test.each(['other', '_', 'nobody'])('the organization %s, owned by another or missing, gets 404', async (orgId) => {
    const { status, body } = await ask({ orgId });
    expect([status, body.message]).toEqual([404, `organization ${orgId} was not found`]);
  });
  test('a request without a key gets 401', async () => {
    const { deps } = await usageWorld();
    const { status } = await call(handler, deps, { caller: { plan: 'anonymous', ownerId: 'anonymous' } });
    expect(status).toBe(401);
  });
  test('a range with too many points in time gets 400', async () => {
    const start = String(day - 42 * 86_400);
    const { status, body } = await ask({ timeInterval: 'hourly', startTimestamp: start });
    expect([status, body.message]).toEqual([
      400,
      expect.stringMatching(/^startTimestamp: the range must have at most 1000 intervals, not \d{4}$/),
    ]);
  });
  refuses(
    handler,
    { caller: WALLET },
    [
      badQuery('timeInterval', 'minute', 'must be hourly, daily, weekly or monthly: requests are counted by the hour'),
      badQuery('groupBy', 'colour', 'must be one of requestPath, responseCode, chainId, apiKeyId, requestType'),
      badQuery('requestType', 'web', 'must be data or rpc'),
      badQuery('responseCode', '99', 'must be an HTTP status code'),
      unknown(
        ...['orgId', 'startTimestamp', 'endTimestamp', 'timeInterval', 'groupBy'],
        ...['chainId', 'responseCode', 'requestType', 'apiKeyId', 'requestPath'],
      ),
    ],
    usageWorld,
  );
});
