import { handler } from '../../../lambdas/app/service/live-check';
import { call } from '../../support/endpoints/call';
import { brokenDeps } from '../../support/endpoints/deps';

describe('liveCheck', () => {
  test('liveCheck is ok even while the table fails', async () => {
    const { status, body } = await call(handler, await brokenDeps('the table is gone'));
    expect([status, body]).toEqual([200, { status: 'ok', info: {}, error: {}, details: {} }]);
  });
});
