import { handler } from '../../../../lambdas/pchain/api/network/get-avax-supply';
import { call } from '../../../support/endpoints/call';
import { depsWith } from '../../../support/endpoints/deps';

test('404: the AVAX supply is not indexed', async () => {
  const { deps } = await depsWith();
  const { status, body } = await call(handler, deps);
  const message =
    'the AVAX supply is not indexed on this deployment: it depends on X-Chain burns and on AVAX still locked in the genesis';
  expect([status, body]).toEqual([404, { message, statusCode: 404, error: 'Not Found' }]);
});
