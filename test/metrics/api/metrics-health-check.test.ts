import { handler } from '../../../lambdas/metrics/api/metrics-health-check';
import { call } from '../../support/endpoints/call';
import { depsWith } from '../../support/endpoints/deps';
import { hidesItsCause } from '../../support/endpoints/refusals';
import { aCursor } from '../../support/make/blocks';
import { countedWorld } from '../../support/metrics/endpoints';

describe('metricsHealthCheck', () => {
  test('a chain is up if its metrics end with the indexed block', async () => {
    const { ask, cursor } = await countedWorld();
    const { status, body } = await ask(handler, {});
    const up = { '31337': { status: 'up', indexedBlock: cursor().number, countedBlock: cursor().number } };
    expect([status, body]).toEqual([200, { status: 'ok', info: up, error: {}, details: up }]);
  });
  test('a chain whose blocks are not counted is down', async () => {
    const { deps } = await depsWith({ cursors: { '31337': aCursor({ number: 10 }) } });
    const { status, body } = await call(handler, deps, {});
    const down = { '31337': { status: 'down', indexedBlock: 10 } };
    expect([status, body]).toEqual([200, { status: 'error', info: {}, error: down, details: down }]);
  });
  hidesItsCause(handler, {});
});
