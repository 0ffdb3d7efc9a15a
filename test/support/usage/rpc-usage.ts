import { call, type Handler } from '../endpoints/call';
import type { AllDeps } from '../endpoints/deps';
import { badQuery, refuses } from '../endpoints/refusals';
import { usageWorld, WALLET } from './world';

export function answersRpcUsage(handler: Handler<AllDeps>): void {
  const ask = async (query: Record<string, string> = {}) => {
    const { deps } = await usageWorld();
    return call(handler, deps, { query, caller: WALLET });
  };
  const totals = (body: Record<string, unknown>) =>
    (body.metrics as { values: { groupValue?: string; totalRequests: number }[] }[]).flatMap(({ values }) =>
      values.map(({ groupValue, totalRequests }) => [groupValue, totalRequests]),
    );
  test('200: only requests to the node RPC are counted', async () => {
    const { status, body } = await ask({ timeInterval: 'hourly' });
    expect([status, body]).toMatchObject([200, { aggregateDuration: 'hourly', chainId: 'all' }]);
    expect(totals(body)).toEqual([[undefined, 1]]);
  });
  test('200: requests of one chain are grouped by status', async () => {
    const { body } = await ask({ chainId: 'p-chain-fuji', groupBy: 'responseCode' });
    expect([body.chainId, totals(body)]).toEqual(['p-chain-fuji', [['200', 1]]]);
    expect(totals((await ask({ chainId: '31337' })).body)).toEqual([]);
  });
  test.each(['rpcMethod', 'rlBypassToken'])(
    '200: grouping by %s, which is not recorded, returns one group',
    async (groupBy) => {
      expect(totals((await ask({ groupBy })).body)).toEqual([['-', 1]]);
    },
  );
  test('401: a request without an API key is rejected', async () => {
    const { deps } = await usageWorld();
    const { status } = await call(handler, deps, { caller: { plan: 'anonymous', ownerId: 'anonymous' } });
    expect(status).toBe(401);
  });
  refuses(
    handler,
    { caller: WALLET },
    [
      badQuery('groupBy', 'chainId', 'must be one of rpcMethod, responseCode, rlBypassToken'),
      badQuery('rpcMethod', 'platform.getHeight', 'must be omitted: RPC methods are not recorded'),
      badQuery('rlBypassApiToken', 'secret', 'must be omitted: bypass tokens are not recorded'),
    ],
    usageWorld,
  );
}
