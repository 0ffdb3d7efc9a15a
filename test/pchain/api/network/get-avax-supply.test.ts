import { handler } from '../../../../lambdas/pchain/api/network/get-avax-supply';
import { call } from '../../../support/endpoints/call';
import { depsWith } from '../../../support/endpoints/deps';

test('404: it would take what is not indexed', async () => {
  const { deps } = await depsWith();
  const { status, body } = await call(handler, deps);
  const message =
    'the supply of AVAX is not indexed on this deployment: it needs what the X-chain has burned and what the genesis still locks';
  expect([status, body]).toEqual([404, { message, statusCode: 404, error: 'Not Found' }]);
});
