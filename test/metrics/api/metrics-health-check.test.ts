import { handler } from '../../../lambdas/metrics/api/metrics-health-check';
import { call } from '../../support/endpoints/call';
import { depsWith } from '../../support/endpoints/deps';
import { hidesItsCause } from '../../support/endpoints/refusals';
import { aChain, aCursor } from '../../support/make/blocks';
import { countedWorld } from '../../support/metrics/endpoints';
import { memoryTable } from '../../support/tables/memory';

describe('metricsHealthCheck', () => {
  test('a chain is up if requests count the blocks that the follower has not counted yet', async () => {
    const { ask, cursor } = await countedWorld();
    const { status, body } = await ask(handler, {});
    const up = { '31337': { status: 'up', indexedBlock: cursor().number, countedBlock: cursor().number - 10 } };
    expect([status, body]).toEqual([200, { status: 'ok', info: up, error: {}, details: up }]);
  });
  test.each([
    [1_024, 'up'],
    [1_025, 'down'],
  ])('a chain with %i uncounted blocks is %s', async (uncounted, status) => {
    const { ask, cursor } = await countedWorld();
    const countedBlock = cursor().number - 10;
    const indexedBlock = countedBlock + uncounted;
    const { body } = await ask(handler, {}, 0, { number: indexedBlock });
    expect(body.details).toEqual({ '31337': { status, indexedBlock, countedBlock } });
  });
  test('after a reorg, the last counted block is at most the indexed one', async () => {
    const { ask, cursor } = await countedWorld();
    const number = cursor().number - 20;
    const { body } = await ask(handler, {}, 0, { number });
    expect(body.details).toEqual({ '31337': { status: 'up', indexedBlock: number, countedBlock: number } });
  });
  test('each chain takes one read, besides its cursor', async () => {
    const chains = Array.from({ length: 250 }, (_, i) => aChain({ chainId: String(i + 1) }));
    const actions: string[] = [];
    const { table } = memoryTable((action, when) => void (when === 'before' && actions.push(action)));
    const { deps } = await depsWith({ chains, table });
    const before = actions.length;
    const { status, body } = await call(handler, deps, {});
    expect([status, Object.keys(body.details as object).length]).toEqual([200, 250]);
    expect(actions.slice(before)).toEqual(chains.map(() => 'GetItem'));
  });
  test('without an indexed chain there is nothing to check', async () => {
    const { deps } = await depsWith({ chains: [aChain({ index: false })] });
    const { status, body } = await call(handler, deps, {});
    expect([status, body]).toEqual([200, { status: 'ok', info: {}, error: {}, details: {} }]);
  });
  test('a chain whose blocks are not counted is down', async () => {
    const { deps } = await depsWith({ cursors: { '31337': aCursor({ number: 10 }) } });
    const { status, body } = await call(handler, deps, {});
    const down = { '31337': { status: 'down', indexedBlock: 10 } };
    expect([status, body]).toEqual([200, { status: 'error', info: {}, error: down, details: down }]);
  });
  hidesItsCause(handler, {});
});
