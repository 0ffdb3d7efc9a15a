import { handler } from '../../../lambdas/metrics/api/metrics-live-check';
import { call } from '../../support/endpoints/call';
import { depsWith } from '../../support/endpoints/deps';

test('metricsLiveCheck returns ok without a read', async () => {
  const { deps, table } = await depsWith();
  const before = table.meter.requests;
  const { status, body } = await call(handler, deps, {});
  expect([status, body, table.meter.requests - before]).toEqual([
    200,
    { status: 'ok', info: {}, error: {}, details: {} },
    0,
  ]);
});
