import { handler } from '../../../lambdas/metrics/api/get-addresses-by-btcb-bridged';
import { call } from '../../support/endpoints/call';
import { depsWith } from '../../support/endpoints/deps';
import { PATH, refuses } from '../../support/endpoints/refusals';

describe('getAddressesByBtcbBridged', () => {
  test('404: bridges are not indexed', async () => {
    const { deps } = await depsWith();
    const { status, body } = await call(handler, deps, { params: { chainId: '31337' }, query: { threshold: '1' } });
    expect([status, body]).toEqual([
      404,
      {
        message: 'BTC.b bridge amounts on chain 31337 are not available: bridges are not indexed',
        statusCode: 404,
        error: 'Not Found',
      },
    ]);
  });
  refuses(handler, { params: { chainId: '31337' } }, [PATH.chainId]);
});
